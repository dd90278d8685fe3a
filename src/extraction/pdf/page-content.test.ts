import { describe, expect, it } from "vitest";
import { type FontFace, NO_FONT, type Operators, PageReader } from "./page-content.ts";
import { signsByName } from "./sign-fonts.ts";

const NAMES =
  "save restore transform beginText setFont setGState setCharSpacing setWordSpacing setHScale setTextRise setLeading setTextMatrix moveText setLeadingMoveText nextLine showText constructPath stroke fill endPath paintFormXObjectBegin paintFormXObjectEnd beginAnnotation endAnnotation beginMarkedContent beginMarkedContentProps endMarkedContent paintImageXObject".split(
    " ",
  );
const OPS: Operators = Object.fromEntries(NAMES.map((name, at) => [name, at + 1]));
const FONTS: Readonly<Record<string, FontFace>> = {
  F: NO_FONT,
  B: { ...NO_FONT, bold: true },
  V: { ...NO_FONT, vertical: true },
  S: { ...NO_FONT, read: signsByName("ZapfDingbats") },
};

type Step = readonly [string, ...unknown[]];

/** A page of 200 by 100 points, y upwards as PDF has it. */
function pageOf(steps: readonly Step[], isShown: (group: unknown) => boolean = () => true) {
  const reader = new PageReader(
    OPS,
    { transform: [1, 0, 0, -1, 0, 100], width: 200, height: 100 },
    (name) => FONTS[name] ?? NO_FONT,
    isShown,
  );
  return reader.read({
    fnArray: steps.map(([name]) => OPS[name] ?? -1),
    argsArray: steps.map(([, ...args]) => args),
  });
}

/** Every letter is half as wide as it is high. */
const show = (text: string): Step => [
  "showText",
  [...text].map((unicode) => ({ unicode, width: 500, isSpace: unicode === " " })),
];

const wordsOf = (steps: readonly Step[], isShown?: (group: unknown) => boolean) =>
  [...pageOf(steps, isShown).words.values()]
    .flat()
    .map(({ text, x0, y }) => [text, Math.round(x0), Math.round(y)]);

const START: readonly Step[] = [["beginText"], ["setFont", "F", 10]];

describe("operators of text", () => {
  it.each<[string, readonly Step[], readonly unknown[]]>([
    [
      "are placed by moves",
      [["moveText", 10, 20], show("ab"), ["moveText", 5, -10], show("cd")],
      [
        ["ab", 10, 80],
        ["cd", 15, 90],
      ],
    ],
    [
      "are placed by a matrix, given whole or in parts",
      [["setTextMatrix", [1, 0, 0, 1, 30, 40]], show("a"), ["setTextMatrix", 1, 0, 0, 1, 50, 60], show("b")],
      [
        ["a", 30, 60],
        ["b", 50, 40],
      ],
    ],
    [
      "go to the next line",
      [["moveText", 0, 50], ["setLeading", 12], show("a"), ["nextLine"], show("b")],
      [
        ["a", 0, 50],
        ["b", 0, 62],
      ],
    ],
    [
      "keep the distance of a line",
      [["moveText", 0, 50], ["setLeadingMoveText", 0, -15], show("a"), ["nextLine"], show("b")],
      [
        ["a", 0, 65],
        ["b", 0, 80],
      ],
    ],
    [
      "are made wide",
      [["setHScale", 200], show("a b")],
      [
        ["a", 0, 100],
        ["b", 20, 100],
      ],
    ],
    [
      "are set apart by words",
      [["setWordSpacing", 7], show("a b")],
      [
        ["a", 0, 100],
        ["b", 17, 100],
      ],
    ],
    ["are raised", [["setTextRise", 4], show("a")], [["a", 0, 96]]],
    [
      "take a font from a state of graphics",
      [
        [
          "setGState",
          [
            ["Font", ["F", 20]],
            ["LW", 1],
          ],
        ],
        show("a b"),
      ],
      [
        ["a", 0, 100],
        ["b", 20, 100],
      ],
    ],
    [
      "step back and on by numbers",
      [["showText", [{ unicode: "a", width: 500 }, -2000, { unicode: "b", width: 500 }, null]]],
      [
        ["a", 0, 100],
        ["b", 25, 100],
      ],
    ],
    [
      "run down the page",
      [
        ["setFont", "V", 10],
        ["moveText", 20, 90],
        [
          "showText",
          [
            { unicode: "一", width: 1000, vmetric: [-1000, 500, 880] },
            { unicode: "二", width: 1000 },
          ],
        ],
      ],
      // As seen by who has turned the page: along its height, on a line a little below the middle of the letters.
      [["一二", 10, -17]],
    ],
    [
      "are nothing where they are damaged",
      [["showText", null], ["setTextMatrix", [1]], ["setGState", null], show("a")],
      [["a", 0, 100]],
    ],
  ])("%s", (_, steps, expected) => {
    expect(wordsOf([...START, ...steps])).toEqual(expected);
  });

  it("open ligatures, and drop what says nothing", () => {
    expect(wordsOf([...START, show("o\u{fb03}ce\u{200b}\u{7}")])).toEqual([["office", 0, 100]]);
  });

  it.each<[string, readonly unknown[]]>([
    ["before it", [111, { unicode: "\u{b4}", width: 500 }, 389, { unicode: "ı", width: 278 }]],
    ["after it", [{ unicode: "ı", width: 278 }, 389, { unicode: "\u{b4}", width: 500 }]],
  ])("give a letter its dot again under an accent that is wider and drawn %s", (_, glyphs) => {
    expect(wordsOf([...START, show("s"), ["showText", glyphs]])).toEqual([["sí", 0, 100]]);
  });

  it.each<[string, string, string, string]>([
    ["drawn, in a font of signs", "S", "✔", "✔"],
    ["written, where a font of signs does not tell", "S", "\u{e034}", "4"],
    ["written, in a font of letters", "F", "✔", "4"],
  ])("are as they are %s", (_, font, fontChar, expected) => {
    const glyph = { unicode: "4", fontChar, width: 500 };
    expect(wordsOf([...START, ["setFont", font, 10], ["showText", [glyph]]])).toEqual([[expected, 0, 100]]);
  });

  it("leave out soft hyphens of no width", () => {
    const glyphs = [..."ad\u{ad}mi"].map((unicode) => ({ unicode, width: unicode === "\u{ad}" ? 0 : 500 }));
    expect(wordsOf([...START, ["showText", glyphs]])).toEqual([["admi", 0, 100]]);
  });

  it("write from the right what is read from the right", () => {
    expect(wordsOf([...START, show("\u{5dd}\u{5d5}\u{5dc}\u{5e9}")])[0]?.[0]).toBe(
      "\u{5e9}\u{5dc}\u{5d5}\u{5dd}",
    );
  });

  it.each<[string, string, string]>([
    ["numbers of its own", "٣٢١ ۱۲۳", "٣٢١ ۱۲۳"],
    ["a number beside its letters", "12,5\u{5dd}\u{5e9}", "\u{5e9}\u{5dd}12,5"],
    ["brackets around", "(\u{5dd}\u{5e9})", "(\u{5e9}\u{5dd})"],
    ["Latin letters", "PDF\u{5dd}\u{5e9}", "\u{5e9}\u{5dd}PDF"],
  ])("write as they are seen, in a script that runs to the left, %s", (_, drawn, written) => {
    const words = wordsOf([...START, show(drawn)]);
    expect(words.map(([text]) => text).join(" ")).toBe(written);
  });

  it("tell bold letters", () => {
    const { words } = pageOf([["beginText"], ["setFont", "B", 10], show("a")]);
    expect(words.get(0)?.[0]?.bold).toBe(true);
  });
});

describe("a space that is drawn", () => {
  const shown = (...parts: (string | number)[]): Step => [
    "showText",
    parts.flatMap((part) => (typeof part === "number" ? [part] : (show(part)[1] as unknown[]))),
  ];

  it.each<[string, Step, readonly string[]]>([
    ["parts no word where it is taken back", shown("Calibra ", 500, "tion"), ["Calibration"]],
    ["parts no word where more than it is taken back", shown("Calibra ", 650, "tion"), ["Calibration"]],
    ["parts words where a part of it is left", shown("dos ", 250, "palabras"), ["dos", "palabras"]],
  ])("%s", (_, step, words) => {
    expect(wordsOf([...START, ["moveText", 10, 20], step]).map(([text]) => text)).toEqual(words);
  });
});

describe("spaces within spaces", () => {
  it.each<[string, readonly Step[], readonly unknown[]]>([
    [
      "a state that is put back",
      [
        ["save"],
        ["transform", 2, 0, 0, 2, 10, 10],
        ...START,
        show("a"),
        ["restore"],
        ["restore"],
        ...START,
        show("b"),
      ],
      [
        ["a", 10, 90],
        ["b", 0, 100],
      ],
    ],
    [
      "a form",
      [
        ["paintFormXObjectBegin", [1, 0, 0, 1, 50, 0], null],
        ...START,
        show("a"),
        ["paintFormXObjectEnd"],
        ...START,
        show("b"),
      ],
      [
        ["a", 50, 100],
        ["b", 0, 100],
      ],
    ],
    [
      "an annotation, from the page's own",
      [
        ["transform", 5, 0, 0, 5, 0, 0],
        ["beginAnnotation", "1", [0, 0, 1, 1], [1, 0, 0, 1, 70, 20], [1, 0, 0, 1, 0, 0], false],
        ...START,
        show("a"),
        ["endAnnotation"],
      ],
      [["a", 70, 80]],
    ],
  ])("are %s", (_, steps, expected) => {
    expect(wordsOf(steps)).toEqual(expected);
  });

  it("hide a layer that is off, with what is in it", () => {
    const steps: Step[] = [
      ["beginMarkedContentProps", "OC", { id: "off" }],
      ["beginMarkedContent", "P"],
      ...START,
      show("hidden"),
      ["endMarkedContent"],
      ["endMarkedContent"],
      ...START,
      show("shown"),
    ];
    expect(wordsOf(steps, () => false)).toEqual([["shown", 0, 100]]);
    expect(wordsOf(steps).map(([text]) => text)).toEqual(["hidden", "shown"]);
  });
});

describe("rules and pictures", () => {
  const path = (paint: string, ...numbers: number[]): Step => [
    "constructPath",
    OPS[paint],
    [new Float32Array(numbers)],
    null,
  ];

  it.each<[string, Step, number]>([
    ["a line", path("stroke", 0, 10, 50, 1, 100, 50), 1],
    ["a box", path("stroke", 0, 10, 10, 1, 60, 10, 1, 60, 40, 1, 10, 40, 4), 4],
    ["a thin filled box", path("fill", 0, 10, 10, 1, 60, 10, 1, 60, 11, 1, 10, 11, 4), 1],
    ["a thin upright box", path("fill", 0, 10, 10, 1, 11, 10, 1, 11, 60, 1, 10, 60, 4), 1],
    ["a filled area", path("fill", 0, 10, 10, 1, 60, 10, 1, 60, 60, 1, 10, 60, 4), 0],
    ["a slanting line", path("stroke", 0, 10, 10, 1, 60, 40), 0],
    ["a curve", path("stroke", 0, 10, 10, 2, 20, 20, 30, 30, 60, 10), 0],
    ["what only clips", path("endPath", 0, 10, 50, 1, 100, 50), 0],
    ["what is off the page", path("stroke", 0, 10, 500, 1, 100, 500), 0],
    ["no path", ["constructPath", OPS["stroke"], [null], null], 0],
    ["an unknown step", path("stroke", 9, 1, 1), 0],
  ])("%s has as many rules as it shows", (_, step, count) => {
    expect(pageOf([step]).rules).toHaveLength(count);
  });

  it("takes dots in a row for a rule, and a few of them for none", () => {
    const dots = (count: number, step: number) =>
      Array.from({ length: count }, (_, at) => 10 + at * step).map((x) =>
        path("fill", 0, x, 50, 1, x + 1, 50, 1, x + 1, 51, 1, x, 51, 4),
      );
    expect(pageOf(dots(40, 2)).rules).toEqual([
      { x0: 10, x1: 89, y0: expect.any(Number), y1: expect.any(Number) },
    ]);
    expect(pageOf(dots(4, 2)).rules).toEqual([]);
    expect(pageOf(dots(8, 9)).rules).toEqual([]);
  });

  it("tells a picture, drawn or left out for its size, and a drawing of many paths", () => {
    expect(pageOf([["paintImageXObject", "img"]]).hasImage).toBe(true);
    expect(pageOf([["save"], ["transform", 100, 0, 0, 80, 0, 0], ["restore"]])).toMatchObject({
      hasImage: true,
      imageShare: 0.4,
    });
    expect(pageOf(Array.from({ length: 400 }, () => path("fill", 0, 1, 1, 1, 9, 9))).hasImage).toBe(true);
    expect(pageOf([["transform", 1, 0, 0, 1, 0, 0]]).hasImage).toBe(false);
  });
});
