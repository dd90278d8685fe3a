export interface GazetteText {
  readonly section: "1" | "2A" | "2B" | "3" | "5B";
  readonly department: readonly [code: string, name: string];
  /** Announcements stand right under their department. */
  readonly heading?: string;
  readonly rank: string;
  /** `{n}` is a number, `{d}` a day. */
  readonly title: string;
  readonly subjects: readonly string[];
}

export const GAZETTE_SECTIONS: Readonly<Record<GazetteText["section"], string>> = {
  "1": "I. Disposiciones generales",
  "2A": "II. Autoridades y personal. - A. Nombramientos, situaciones e incidencias",
  "2B": "II. Autoridades y personal. - B. Oposiciones y concursos",
  "3": "III. Otras disposiciones",
  "5B": "V. Anuncios. - B. Otros anuncios oficiales",
};

const SOCIAL = ["9101", "MINISTERIO DE SERVICIOS SOCIALES Y CIUDADANÍA"] as const;
const HEAD = ["7723", "JEFATURA DEL ESTADO"] as const;
const EDUCATION = ["9102", "MINISTERIO DE EDUCACIÓN Y CIENCIA"] as const;
const HOUSING = ["9103", "MINISTERIO DE VIVIENDA"] as const;
const PRESIDENCY = ["9104", "MINISTERIO DE LA PRESIDENCIA"] as const;
const UNIVERSITIES = ["9990", "UNIVERSIDADES"] as const;
const VALDORIA = ["8190", "COMUNIDAD AUTÓNOMA DE VALDORIA"] as const;

/** Some are about help to people; some only look so ("presidencia", "ayudante", "becario de colaboración"). */
export const GAZETTE_TEXTS: readonly GazetteText[] = [
  {
    section: "1",
    department: HEAD,
    heading: "Medidas urgentes",
    rank: "Real Decreto-ley",
    title:
      "Real Decreto-ley {n}, de {d}, por el que se adoptan medidas urgentes en materia de prestación por desempleo.",
    subjects: ["Desempleo", "Prestaciones"],
  },
  {
    section: "1",
    department: SOCIAL,
    heading: "Dependencia",
    rank: "Real Decreto",
    title:
      "Real Decreto {n}, de {d}, por el que se modifica el baremo de valoración de la situación de dependencia.",
    subjects: ["Dependencia", "Servicios sociales"],
  },
  {
    section: "1",
    department: HOUSING,
    heading: "Vivienda",
    rank: "Orden",
    title:
      "Orden VIV/{n}, de {d}, por la que se actualizan las cuantías de la ayuda al alquiler de vivienda.",
    subjects: ["Arrendamientos urbanos", "Vivienda"],
  },
  {
    section: "1",
    department: VALDORIA,
    heading: "Inclusión social",
    rank: "Ley",
    title: "Ley {n}, de {d}, de modificación de la Ley de inclusión social de Valdoria.",
    subjects: ["Asistencia social"],
  },
  {
    section: "2A",
    department: PRESIDENCY,
    heading: "Nombramientos",
    rank: "Real Decreto",
    title:
      "Real Decreto {n}, de {d}, por el que se nombra a la titular de la Presidencia del Consejo de Puertos.",
    subjects: ["Nombramientos"],
  },
  {
    section: "2A",
    department: UNIVERSITIES,
    heading: "Nombramientos",
    rank: "Resolución",
    title: "Resolución de {d}, de la Universidad de Valdoria, por la que se nombra profesor ayudante doctor.",
    subjects: ["Profesorado"],
  },
  {
    section: "2B",
    department: SOCIAL,
    heading: "Cuerpo de gestión",
    rank: "Resolución",
    title:
      "Resolución de {d}, de la Subsecretaría, por la que se convoca proceso selectivo para el Cuerpo de Gestión.",
    subjects: ["Oposiciones"],
  },
  {
    section: "2B",
    department: UNIVERSITIES,
    heading: "Personal de administración",
    rank: "Resolución",
    title:
      "Resolución de {d}, de la Universidad de Puertolargo, por la que se convoca concurso de ayudantes de biblioteca.",
    subjects: ["Concursos"],
  },
  {
    section: "3",
    department: EDUCATION,
    heading: "Becas y ayudas",
    rank: "Resolución",
    title:
      "Resolución de {d}, de la Secretaría de Estado, por la que se convocan becas de carácter general para estudios postobligatorios.",
    subjects: ["Becas", "Enseñanza"],
  },
  {
    section: "3",
    department: EDUCATION,
    heading: "Becas y ayudas",
    rank: "Orden",
    title: "Orden EDC/{n}, de {d}, por la que se establecen las bases de la beca de colaboración.",
    subjects: ["Becas"],
  },
  {
    section: "3",
    department: SOCIAL,
    heading: "Subvenciones",
    rank: "Resolución",
    title: "Resolución de {d}, por la que se publica la convocatoria de subvenciones a familias numerosas.",
    subjects: ["Familia", "Subvenciones"],
  },
  {
    section: "3",
    department: PRESIDENCY,
    heading: "Convenios",
    rank: "Resolución",
    title: "Resolución de {d}, por la que se publica el convenio con la Residencia de Estudiantes.",
    subjects: ["Convenios"],
  },
  {
    section: "5B",
    department: HOUSING,
    rank: "Anuncio",
    title:
      "Extracto de la resolución de {d}, por la que se convocan ayudas a la rehabilitación de edificios.",
    subjects: [],
  },
  {
    section: "5B",
    department: UNIVERSITIES,
    rank: "Anuncio",
    title: "Anuncio de la Universidad de Valdoria sobre extravío de título universitario, de {d}.",
    subjects: [],
  },
  {
    section: "5B",
    department: UNIVERSITIES,
    rank: "Anuncio",
    title: "Anuncio de la Universidad de Puertolargo sobre extravío de título, de {d}.",
    subjects: [],
  },
];

/** What the extraordinary number of a Wednesday brings. */
export const EXTRAORDINARY: GazetteText = {
  section: "1",
  department: HEAD,
  heading: "Medidas urgentes",
  rank: "Real Decreto-ley",
  title:
    "Real Decreto-ley {n}, de {d}, de medidas extraordinarias de apoyo a hogares vulnerables e ingreso de garantía.",
  subjects: ["Ingreso mínimo", "Pobreza"],
};

/** Of every document. */
export const GAZETTE_ARTICLES: readonly (readonly [title: string, text: string])[] = [
  [
    "Artículo 1. Objeto.",
    "Esta disposición tiene por objeto regular las condiciones de acceso y el procedimiento de concesión.",
  ],
  [
    "Artículo 2. Personas beneficiarias.",
    "Podrán ser beneficiarias las personas físicas que reúnan los requisitos y acrediten residencia legal y efectiva.",
  ],
  [
    "Artículo 3. Plazo de presentación.",
    "El plazo de presentación de solicitudes será de veinte días hábiles desde el siguiente a la publicación.",
  ],
  [
    "Disposición final única. Entrada en vigor.",
    "La presente disposición entrará en vigor el día siguiente al de su publicación en el Boletín Oficial del Estado.",
  ],
];
