/** Titles that break naive file names, URLs, maps and joins; all of them are titles that MediaWiki accepts. */
export const HARD_TITLES: readonly string[] = [
  ...`
Field guide
Field guide/Chapter 1
Field guide/Chapter 1/Section 2
Either/Or
/Leading slash
Trailing dot.
...And ellipsis
.hidden name
The "quoted" ledge
Keeper's well
A “curly” name
Salt & pepper
Plus + minus
100% chalk
What is marl?
Semi; colon
Site: the first
Back\\slash
Star * star
Equal=sign
At@sign
Comma, comma
Tilde~one
Dollar $1
Caret ^ caret
(Parentheses)
Exclaim!
CON
Nul
Aux
Case pair
Case Pair
CASE PAIR
Äußerer Rücken
Ñandú
Érosion côtière
Łódka
İstasyon
Straße
Ζώνη
Пласт
岩石
地層の記録
貓咪圖鑑
고생대
أرض
ארץ
ไทย
🪨 Rock
Zero‍joiner
Ligature ﬁ
X
0
007
-1
1e3
Null
False
Constructor
__proto__ of rock
Main Page/old
`
    .trim()
    .split("\n"),
  `${"Long title ".repeat(23)}ab`,
  "層".repeat(85),
];
