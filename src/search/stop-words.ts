/** Words that say nothing of what a text is about, folded: es, ca, gl, eu, en. Verbs of questions among them. */
const LISTS = [
  "a al ante aquel aquella aqui asi aun aunque bajo cabe cada como con contra cual cuales cuando cuanto de del desde donde dos e el ella ellas ello ellos en entre era es esa esas ese eso esos esta estan estar estas este esto estos fue ha haber habia han hasta hay he la las le les lo los mas me mi mis mismo mucho muy nada ni no nos nosotros o os otra otras otro otros para pero poco por porque que quien quienes se sea segun ser si sido sin sobre solo son su sus tal tambien tan tanto te ti tiene tienen toda todas todo todos tras tu tus u un una unas uno unos vosotros y ya yo",
  "puedo puede pueden quiero quiere necesito necesita necesitan debo debe hago hacer tengo soy estoy cuesta",
  "als amb aquest aquesta aquests aquestes com d dels des els ens entre es et fins hi i l la li m meu n ni pel pels per perque qui s sense ser seu seus seva son t tambe te un una uns unes vaig",
  "ao aos coa coas co cos da das do dos e esta este na nas no nos nun nunha o os ou pola polas polo polos sen seu sua un unha",
  "eta edo da dira du dute bat ez hau hori",
  "an and are as at be by can for from has have how in is it its of on or that the this to was what when where which who will with",
];

const WORDS: ReadonlySet<string> = new Set(LISTS.flatMap((list) => list.split(" ")));

export function isStopWord(folded: string): boolean {
  return WORDS.has(folded);
}
