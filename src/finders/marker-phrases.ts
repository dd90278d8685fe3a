/**
 * How pages of procedures head their parts, in Spanish, Catalan, Galician and Basque. Lower case, without accents and
 * middle dots; longer phrases first where one begins with another.
 */
export type MarkerSection =
  | "descripcion"
  | "requisitos"
  | "documentos_necesarios"
  | "plazos"
  | "tasas"
  | "como_solicitar"
  | "donde_solicitar"
  | "base_legal"
  | "resolucion";

export interface MarkerPhrases {
  readonly section: MarkerSection;
  /** Telling wherever they stand. */
  readonly anywhere: readonly string[];
  /** Everyday words, telling only where they head a part. */
  readonly asHeading: readonly string[];
}

const phrases = (text: string): readonly string[] => text.split("|").map((phrase) => phrase.trim());

export const MARKER_PHRASES: readonly MarkerPhrases[] = [
  {
    section: "descripcion",
    anywhere: phrases(
      "en que consiste|en que consisteix|objeto del tramite|objecte del tramit|obxecto do tramite",
    ),
    asHeading: phrases(
      "descripcion|descripcio|descricion|deskribapena|objeto|objecte|obxecto|finalidad|que es|zer da|xedea|helburua",
    ),
  },
  {
    section: "requisitos",
    anywhere: phrases(
      "requisitos|requisits|baldintzak|betekizunak|quien puede solicitarlo|quien lo puede solicitar|quien puede solicitar|" +
        "quienes pueden solicitarlo|quienes pueden solicitar|quien puede pedirlo|quien puede presentar|personas beneficiarias|" +
        "qui ho pot sollicitar|qui pot sollicitar|qui ho pot demanar|quen pode solicitalo|quen o pode solicitar|" +
        "quen pode solicitar|nork eska dezake|nork eskatu dezake|nork eskatu ahal du|a quien va dirigido|a qui va dirigit|" +
        "a quen vai dirixido|nori zuzenduta|nori zuzendua|persones destinataries|personas destinatarias|persoas destinatarias",
    ),
    asHeading: phrases(
      "beneficiarios|beneficiaris|destinatarios|destinataris|onuradunak|hartzaileak|dirigido a|requisito",
    ),
  },
  {
    section: "documentos_necesarios",
    anywhere: phrases(
      "documentacion necesaria|documentacion requerida|documentacion a presentar|documentacion a aportar|" +
        "documentacion que debe presentarse|documentos necesarios|documentos a presentar|documentos que hay que presentar|" +
        "documentacio necessaria|documentacio requerida|documentacio a presentar|documentacio a aportar|documents necessaris|" +
        "quina documentacio|documentacion a achegar|beharrezko dokumentazioa|aurkeztu beharreko dokumentazioa|" +
        "aurkeztu beharreko agiriak|aurkeztu beharreko dokumentuak|beharrezko agiriak|eskatutako dokumentazioa",
    ),
    asHeading: phrases(
      "documentacion|documentacio|documentos|documents|dokumentazioa|agiriak|que necesitas|que necesito|que necessites|que necessito|zer behar dut|impresos|formularios|formularis",
    ),
  },
  {
    section: "plazos",
    anywhere: phrases(
      "plazo|plazos|cuando solicitarlo|cuando se puede solicitar|termini de presentacio|terminis de presentacio|" +
        "termini de sollicitud|quan sollicitar-ho|quan es pot sollicitar|prazo|prazos|cando solicitalo|cando se pode solicitar|" +
        "aurkezteko epea|eskaera epea|eskabideak aurkezteko epea|eskaerak aurkezteko epea|noiz eska daiteke",
    ),
    asHeading: phrases("termini|terminis|epea|epeak|cuando|quan|cando|noiz|vigencia"),
  },
  {
    section: "tasas",
    anywhere: phrases(
      "tasas|tasa a pagar|taxes i preus|taxas|tasak|cuanto cuesta|quant costa|canto custa|zenbat balio du",
    ),
    asHeading: phrases(
      "tasa|taxa|taxes|coste|cost|custo|kostua|precio|preu|prezo|prezioa|importe|import|gratuito|gratuit|ordaindu beharrekoa",
    ),
  },
  {
    section: "como_solicitar",
    anywhere: phrases(
      "como solicitarlo|como se solicita|como solicitar|como tramitarlo|como se tramita|como realizar el tramite|" +
        "como se realiza|forma de presentacion|forma de tramitacion|canales de tramitacion|com sollicitar-ho|" +
        "com es sollicita|com sollicitar|com fer el tramit|com tramitar-ho|com es tramita|forma de presentacio|" +
        "como solicitalo|como facer o tramite|nola eskatu|nola egin|nola tramitatu|nola aurkeztu|izapidetzeko modua",
    ),
    asHeading: phrases(
      "tramitacion|tramitacio|izapidetzea|solicitud|sollicitud|eskaera|como hacerlo|com fer-ho|pasos a seguir",
    ),
  },
  {
    section: "donde_solicitar",
    anywhere: phrases(
      "donde solicitarlo|donde se solicita|donde presentarlo|donde presentar|donde dirigirse|lugar de presentacion|" +
        "lugares de presentacion|on sollicitar-ho|on presentar|on adrecar-se|lloc de presentacio|llocs de presentacio|" +
        "onde solicitalo|onde presentalo|onde presentar|non eskatu|non aurkeztu|aurkezteko lekua|aurkezteko tokia",
    ),
    asHeading: phrases("presencial|presencialmente|presencialment|oficinas|oficines|donde|onde|non"),
  },
  {
    section: "base_legal",
    anywhere: phrases(
      "normativa aplicable|normativa reguladora|base legal|marco legal|marc legal|fundamento legal|fonament legal|" +
        "lexislacion|aplikatu beharreko araudia|araudi aplikagarria|oinarri juridikoa|legezko oinarria",
    ),
    asHeading: phrases("normativa|legislacion|legislacio|regulacion|regulacio|araudia|legedia"),
  },
  {
    section: "resolucion",
    anywhere: phrases(
      "silencio administrativo|silenci administratiu|isiltasun administratiboa|administrazioaren isiltasuna|" +
        "efecto del silencio|organo que resuelve|organo competente para resolver|organ que resol|organo que resolve|" +
        "ebazpen organoa",
    ),
    asHeading: phrases("resolucion|resolucio|ebazpena|recursos|recursos que procede interponer"),
  },
];
