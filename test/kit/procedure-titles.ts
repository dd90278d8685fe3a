/** How offices head the parts of a procedure, three ways a language, none more right than the others. */
export interface PartTitles {
  readonly organism: string;
  readonly about: string;
  readonly requirements: string;
  readonly documents: string;
  readonly deadlines: string;
  readonly fee: string;
  readonly how: string;
  readonly where: string;
  readonly laws: string;
  readonly phone: string;
  readonly important: string;
}

const titles = (line: string): PartTitles => {
  const [
    organism = "",
    about = "",
    requirements = "",
    documents = "",
    deadlines = "",
    fee = "",
    how = "",
    where = "",
    laws = "",
    phone = "",
    important = "",
  ] = line.split("|");
  return { organism, about, requirements, documents, deadlines, fee, how, where, laws, phone, important };
};

export const PART_TITLES: Readonly<Record<"es" | "ca" | "gl" | "eu", readonly PartTitles[]>> = {
  es: [
    "Organismo responsable|Qué es|Requisitos|Documentación necesaria|Plazos|Tasas|Cómo solicitarlo|Dónde presentarlo|Normativa|Teléfono|Importante",
    "Organismo|1. Objeto|2. ¿Quién puede solicitarlo?|3. Documentos que hay que aportar|4. ¿Cuándo se puede pedir?|5. ¿Cuánto cuesta?|6. Tramitación|7. Lugar de presentación|8. Legislación aplicable|9. Teléfono de información|10. A tener en cuenta",
    "ÓRGANO RESPONSABLE|DESCRIPCIÓN|BENEFICIARIOS|DOCUMENTACIÓN A PRESENTAR|PLAZO|COSTE|FORMA DE PRESENTACIÓN|LUGAR DE PRESENTACIÓN|BASE LEGAL|ATENCIÓN TELEFÓNICA|INFORMACIÓN ADICIONAL",
  ].map(titles),
  ca: [
    "Organisme responsable|Què és|Requisits|Documentació necessària|Terminis|Taxes|Com sol·licitar-ho|On presentar-ho|Normativa|Telèfon|Important",
    "Departament responsable|En què consisteix?|Qui ho pot demanar?|Quina documentació cal presentar?|Quan es pot sol·licitar?|Quant costa?|Com es fa?|Lloc de presentació|Marc legal|Telèfon d'informació|A tenir en compte",
    "Òrgan responsable|Descripció|Persones destinatàries|Documents que cal aportar|Termini|Preu|Formes de presentació|On adreçar-se|Legislació|Atenció telefònica|Informació addicional",
  ].map(titles),
  gl: [
    "Organismo responsable|Que é|Requisitos|Documentación necesaria|Prazos|Taxas|Como solicitalo|Onde presentalo|Normativa|Teléfono|Importante",
    "Departamento responsable|En que consiste?|Quen pode solicitalo?|Documentación a achegar|Cando se pode solicitar?|Canto custa?|Como se fai?|Lugar de presentación|Lexislación|Teléfono de información|A ter en conta",
    "Órgano responsable|Descrición|Persoas beneficiarias|Documentos que hai que presentar|Prazo|Prezo|Formas de presentación|Onde dirixirse|Lexislación aplicable|Atención telefónica|Información adicional",
  ].map(titles),
  eu: [
    "Erakunde arduraduna|Zer da|Baldintzak|Aurkeztu beharreko dokumentazioa|Epeak|Tasak|Nola eskatu|Non aurkeztu|Araudia|Telefonoa|Garrantzitsua",
    "Saila|Zertan datza?|Nork eska dezake?|Zer agiri behar dira?|Noiz eskatu|Zenbat balio du?|Nola egin|Non eskatu|Legedia|Harremanetarako telefonoa|Kontuan hartu",
    "Organo arduraduna|Deskribapena|Onuradunak|Beharrezko agiriak|Epea|Kostua|Izapidetzeko modua|Aurkezteko lekua|Aplikatu beharreko araudia|Telefonoak|Informazio osagarria",
  ].map(titles),
};
