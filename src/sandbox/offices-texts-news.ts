/** Title and text. Words of procedures occur in them, but they are news. */
export type NewsText = readonly [slug: string, title: string, text: string];

export const MINISTRY_NEWS: readonly NewsText[] = [
  [
    "nueva-oficina-atencion",
    "El Ministerio abre una oficina de atención en Puertolargo",
    "La ministra ha visitado hoy la nueva oficina, que atenderá a unas 12.000 personas al año. El edificio cuenta con ocho puestos y un espacio para familias.",
  ],
  [
    "jornada-puertas-abiertas",
    "Jornada de puertas abiertas en la sede central",
    "El sábado se podrán visitar el archivo y la biblioteca. La entrada es libre hasta completar el aforo.",
  ],
  [
    "balance-anual",
    "Más de tres millones de solicitudes en un año",
    "El balance anual destaca que siete de cada diez solicitudes se presentaron por internet y que el tiempo medio de respuesta bajó doce días.",
  ],
  [
    "convenio-universidades",
    "Convenio con las universidades para la atención a mayores",
    "El acuerdo permitirá que trescientos estudiantes hagan prácticas en centros de día durante el próximo curso.",
  ],
  [
    "premio-accesibilidad",
    "La sede electrónica recibe un premio de accesibilidad",
    "El jurado ha valorado la lectura fácil de las páginas y la navegación con teclado.",
  ],
  [
    "campana-invierno",
    "Comienza la campaña de invierno para personas sin hogar",
    "Se habilitan 450 plazas más en albergues y un teléfono de avisos que funciona toda la noche.",
  ],
];

export const COMMUNITY_NEWS: readonly NewsText[] = [
  [
    "presupuestos-aprobados",
    "El Parlamento aprueba los presupuestos de Valdoria",
    "Las cuentas crecen un 3,1 % y destinan la mayor partida a sanidad. El debate ha durado dos días.",
  ],
  [
    "ruta-del-agua",
    "La Junta recupera la ruta del agua",
    "Doce kilómetros de senderos junto a las antiguas acequias quedan señalizados para caminantes y ciclistas.",
  ],
  [
    "feria-del-queso",
    "La feria del queso reúne a cuarenta productores",
    "La consejera ha inaugurado la feria, que este año dedica un espacio a los quesos de oveja.",
  ],
];

export const MINISTRY_STATIC: readonly NewsText[] = [
  [
    "aviso-legal",
    "Aviso legal",
    "Este portal es un sandbox: la información que contiene es ficticia y no tiene efectos jurídicos.",
  ],
  [
    "accesibilidad",
    "Declaración de accesibilidad",
    "La sede se ha comprometido a hacer accesible su sitio web. Puede comunicar los problemas que encuentre.",
  ],
  [
    "calendario-dias-inhabiles",
    "Calendario de días inhábiles",
    "Son inhábiles los sábados, los domingos y los festivos nacionales que figuran en esta relación.",
  ],
];
