/** Other words for the heads of the parts than those of the known procedures. */
import type { PartTitles } from "../procedure-titles.ts";

const titles = (line: string): PartTitles => {
  const [organism, about, requirements, documents, deadlines, fee, how, where, laws, phone, important] =
    line.split("|");
  const all = {
    organism,
    about,
    requirements,
    documents,
    deadlines,
    fee,
    how,
    where,
    laws,
    phone,
    important,
  };
  return all as PartTitles;
};

export const titlesOf = (lines: readonly string[]): PartTitles[] => lines.map(titles);

export const OTHER_TITLES: Readonly<Record<"es" | "ca" | "gl" | "eu", readonly PartTitles[]>> = {
  es: titlesOf([
    "Unidad responsable|Finalidad|Condiciones que debe cumplir|Qué documentos necesito|Plazos y efectos del silencio|Importe|Pasos a seguir|Oficinas donde se tramita|Marco normativo|Contacto telefónico|Observaciones",
    "Órgano competente|¿En qué consiste?|¿Qué requisitos tengo que cumplir?|¿Qué documentación debo aportar?|¿Qué plazos hay?|¿Hay que pagar algo?|¿Cómo se hace?|¿Dónde se hace?|¿Qué normas lo regulan?|Teléfonos de contacto|Debe saber",
    "Organismo gestor|Información básica|Destinatarios|Documentación|Fechas y plazos|Precio público o tasa|Vías de presentación|Lugares de presentación|Normativa reguladora|Teléfono de atención|Notas",
  ]),
  ca: titlesOf([
    "Unitat responsable|Finalitat|Condicions que cal complir|Quins documents necessito?|Terminis i efectes del silenci|Import|Passos a seguir|Oficines on es tramita|Marc normatiu|Telèfon de contacte|Observacions",
    "Òrgan competent|De què es tracta?|A qui va dirigit|Documentació|Dates i terminis|Quin preu té?|Vies de presentació|Llocs de presentació|Normativa reguladora|Telèfons|Cal saber",
  ]),
  gl: titlesOf([
    "Unidade responsable|Finalidade|Condicións que hai que cumprir|Que documentos preciso?|Prazos e efectos do silencio|Importe|Pasos que hai que seguir|Oficinas onde se tramita|Marco normativo|Teléfono de contacto|Observacións",
    "Órgano competente|De que se trata?|A quen vai dirixido|Documentación|Datas e prazos|Hai que pagar algo?|Vías de presentación|Lugares de presentación|Normativa reguladora|Teléfonos|Debe saber",
  ]),
  eu: titlesOf([
    "Unitate arduraduna|Helburua|Bete beharreko baldintzak|Zein agiri behar ditut?|Epeak eta isiltasunaren ondorioak|Zenbatekoa|Eman beharreko urratsak|Izapidetzeko bulegoak|Arau-esparrua|Harremanetarako telefonoa|Oharrak",
    "Organo eskuduna|Zer da?|Nori zuzendua|Dokumentazioa|Datak eta epeak|Ordaindu behar da?|Aurkezteko bideak|Aurkezteko tokiak|Araudi arautzailea|Telefonoak|Jakin beharrekoa",
  ]),
};
