/** Which part of a document each of its blocks belongs to, and what opens one (P23). */
import { isTold } from "../extraction/section-patterns.ts";
import type { Block } from "./markdown-blocks.ts";
import { isAskedOfWay, namedChannel } from "./fields/channels.ts";
import { labelOf } from "./labels.ts";
import {
  asksInLine,
  hasColonHeads,
  isCount,
  ITEM_LEVEL,
  LABEL_LEVEL,
  levelOfLine,
  SHEET_LEVEL,
  withoutColon,
} from "./line-heads.ts";
import { foldedWords, isNothingButLinks, plainLine } from "./plain-text.ts";
import {
  asksHow,
  exactKindOf,
  isNote,
  labelKindOf,
  isPartOf,
  type KnownHeading,
  kindOf,
  saysNumber,
  type SectionKind,
  statedKindOf,
  unnumbered,
} from "./section-kind.ts";
import type { Section, SectionPart } from "./sections.ts";
import { cellBlocks, itemsOfTable, sheetGoingOn, sheetOf } from "./sheets.ts";

const MAX_HEADING_WORDS = 6;
/** "Resolución y efectos del silencio" below "Tramitación y normativa". */
const NO_LAW: ReadonlySet<SectionKind> = new Set<SectionKind>([
  "datos_importantes",
  "resolucion",
  "plazos",
  "requisitos",
  "documentos_necesarios",
  "tasas",
]);
const OPENS =
  /^ (?:ver|mostrar|abrir|desplegar|leer|consultar|veure|mostra|mostrar|obrir|desplega|abrir|despregar|ikusi|zabaldu|erakutsi) /;
const HAS_NO_PARTS: ReadonlySet<SectionKind> = new Set<SectionKind>(["datos_importantes", "base_legal"]);
const ENDS_PART: ReadonlySet<SectionKind> = new Set<SectionKind>(["tasas", "datos_importantes"]);
/** Their own entries have labels. */
const HAS_LABELS: ReadonlySet<SectionKind> = new Set<SectionKind>([
  "plazos",
  "como_solicitar",
  "tasas",
  "resolucion",
]);
/** When it opens and when it is paid; elsewhere it is the act that sets the rules, and what is to be paid. */
const OF_A_CALL =
  /^ (?:convocatorias?|convocatories|deialdia|pagos?|cobro|abono|pagament|cobrament|ordainketa) $/;
/** "Oficina donde se entrega". */
const OF_PLACE = / (?:donde|onde|on es|on s) /;
const HEADS_WAY = /^ (?:en|por|per|a traves|mediante|via|desde|des|con|amb) /;
const OFFICES =
  /^ (?:(?:las|les|as|nuestras) )?(?:oficinas?|oficines|bulegoak?|registro y|registre i|rexistro e|unidades|unitats|dependencias|dependencies|sedes|ventanillas|registros|registres|centros|centres) /;
const OF_POINTS = /^(?:puntos?|punts?) /i;
const endsSentence = (text: string) => /[.!?…)]$/.test(text.trim());

interface Open {
  /** By an unmarked line, which looks like any other. */
  byLine: boolean;
  /** Nothing stands beside its heading. */
  hasOwnLine: boolean;
  /** Ways to apply were headed at its own level, and taken in. */
  hasWaysBeside: boolean;
  /** Where the parts of this part are headed above it. */
  childLevel: number | null;
  heading: string;
  kind: SectionKind | null;
  level: number;
  parts: SectionPart[];
}

/** Goes through the blocks of a document from heading to heading. */
export class SectionReader {
  readonly #title: string;
  /** Lines that are nothing but the name of a part head it: for pages that have no better marks. */
  readonly #plain: boolean;
  readonly #sections: Open[] = [];
  #open: Open;
  #named = false;
  /** A part that a heading within it has ended, and the level of that heading. */
  #interrupted: { readonly part: Open; readonly level: number } | null = null;
  /** Goes on behind the paragraph of a question. */
  #asked: Open | null = null;
  /** Some part was headed in its line. */
  #labelled = false;
  #hasColonHeads = false;
  /** The part that the last row of a sheet has opened. */
  #endOfSheet: Open | null = null;

  constructor(title: string, plain: boolean) {
    this.#title = plainLine(title).toLowerCase();
    this.#plain = plain;
    this.#open = {
      heading: "",
      kind: null,
      level: 0,
      parts: [],
      byLine: false,
      hasOwnLine: false,
      hasWaysBeside: false,
      childLevel: null,
    };
    this.#sections.push(this.#open);
  }

  read(blocks: readonly Block[]): Section[] {
    this.#hasColonHeads = hasColonHeads(blocks);
    blocks.forEach((block, at) => this.#readBlock(block, blocks[at + 1]));
    return this.#sections.filter(({ parts, heading }) => parts.length > 0 || heading !== "");
  }

  #readBlock(block: Block, next: Block | undefined): void {
    if (this.#asked !== null && (block.kind !== "line" || block.first)) {
      this.#open = this.#asked;
      this.#asked = null;
    }
    if (block.kind === "heading") return this.#heading(plainLine(block.text), block.level);
    if (block.kind === "table") return this.#table(block.rows);
    if (block.kind === "item") return this.#item(block, next);
    this.#line(block, next);
  }

  /** A title is the name of the document, wherever it stands and whatever it begins with. */
  #heading(text: string, level: number): void {
    if (text === "") return;
    const isTitle = text.toLowerCase() === this.#title || this.#isName(text, level);
    const known = isTitle ? null : kindOf(text);
    this.#named ||= isTitle;
    if (isTitle && this.#sections.length === 1 && this.#open.parts.length === 0) return;
    const label = isTitle ? null : labelOf(text);
    // "Plazo: 15 días" set as a heading says it all, and nothing need follow.
    if (label !== null && label.rest !== "" && exactKindOf(label.label) !== null)
      return this.#label(label.label, label.rest, level);
    if (known === null && this.#opensBelow(text)) return;
    this.#goOn(level);
    const isEnd = this.#isEnd(text, known);
    if (this.#isInside(text, level, known) && !isEnd) return this.#add("sub", text, text);
    if (isEnd && level > this.#open.level) this.#interrupted = { part: this.#open, level };
    this.#start(text, known?.kind ?? null, level);
    if (known?.kind === "telefono" && saysNumber(text)) this.#addText("text", text.replace(/^[^\d+]+/, ""));
  }

  /** "Ver los pasos" right below "Cómo se pide" opens what that part says. */
  #opensBelow(text: string): boolean {
    return this.#open.kind !== null && this.#open.parts.length === 0 && OPENS.test(foldedWords(text));
  }

  /** Behind "Importe" between two times the next one is of the deadlines again. */
  #goOn(level: number): void {
    if (this.#interrupted === null) return;
    if (level === this.#interrupted.level) this.#open = this.#interrupted.part;
    if (level <= this.#interrupted.level) this.#interrupted = null;
  }

  /** "Importe" set as a heading among deadlines, "Oficina" below what to mind: everyday words, and no part of these. */
  #isEnd(text: string, known: KnownHeading | null): boolean {
    const { kind: around, parts } = this.#open;
    if (known === null || around === null || parts.length === 0 || known.kind === around) return false;
    if (HAS_NO_PARTS.has(around)) return exactKindOf(text) === known.kind;
    if (!ENDS_PART.has(known.kind) || isNote(text)) return false;
    return exactKindOf(text) === known.kind && !isPartOf(known.kind, around);
  }

  /** The first heading of all; where parts are of its level, the first of them is not taken for a name, too. */
  #isName(text: string, level: number): boolean {
    return level === 1 && this.#sections.length === 1 && (!this.#named || kindOf(text) === null);
  }

  /** Below a part that is known, only what is surely another part opens one. */
  #isInside(text: string, level: number, known: KnownHeading | null, rest = ""): boolean {
    const { kind, level: around } = this.#open;
    if (kind === null) return false;
    if (this.#isOfWay(text, rest) || (rest !== "" && this.#isWhen(text))) return true;
    if (known === null && rest !== "" && this.#isOfLabels()) return true;
    // "**PLAZOS**", and below it "**Solicitud:** todo el año": what has its text beside it tells of one of the times.
    const isTime = rest !== "" && kind === "plazos" && this.#isOfLabels();
    if (level <= around && !isTime && !this.#isChild(level)) {
      if (!this.#isChannel(text, known) || (rest === "" && this.#isPlaces(text))) return false;
      this.#open.hasWaysBeside = true;
    }
    if (known === null || known.kind === kind) return true;
    if (kind === "base_legal" && NO_LAW.has(known.kind)) return false;
    if (kind === "como_solicitar" && known.kind === "resolucion" && rest === "") return false;
    if (known.kind === "boilerplate" || kind === "descripcion") return false;
    if (known.kind === "como_solicitar" && asksHow(text)) return false;
    if (this.#open.parts.length > 0 && this.#isAnotherPart(text, known.kind)) return false;
    return !known.strong || isPartOf(known.kind, kind);
  }

  /** "Requisito: certificado digital" below "Por internet" is asked of those who go that way. */
  #isOfWay(label: string, rest: string): boolean {
    const { kind, parts } = this.#open;
    if ((kind !== "como_solicitar" && kind !== "donde_solicitar") || parts.length === 0) return false;
    return isAskedOfWay(label, this.#hasChannels() || this.#hasPart(label) ? rest : "");
  }

  /** "**Pago:** al mes siguiente" among deadlines. */
  #isWhen(label: string): boolean {
    return this.#open.kind === "plazos" && OF_A_CALL.test(foldedWords(label));
  }

  /** What a page asks of everybody it has asked before. */
  #hasPart(label: string): boolean {
    const kind = labelKindOf(label);
    return (
      kind !== null && this.#sections.some((section) => section.kind === kind && section.parts.length > 0)
    );
  }

  /** "**Forma de presentación**", and below it "**Cajeros**: en los cajeros": the second has its text beside it, and heads nothing. */
  #isOfLabels(): boolean {
    const { hasOwnLine, parts } = this.#open;
    const labelled = parts.filter(({ text, label }) => label !== null || text.endsWith(":")).length;
    // A line of the site may stand between them.
    return hasOwnLine && parts.every(({ kind }) => kind !== "sub") && labelled * 2 >= parts.length;
  }

  /** A part that begins with a heading has parts of its own, all at the level of that heading, however high it is. */
  #isChild(level: number): boolean {
    const { parts, level: around, childLevel } = this.#open;
    if (parts.length === 0 && level < around && level > 1) this.#open.childLevel = level;
    return this.#open.childLevel === level && (childLevel === level || parts.length === 0);
  }

  /** "Online", "Presencial" behind "Cómo solicitarlo" are its parts, at whatever level a page has set them. */
  #isChannel(text: string, known: KnownHeading | null): boolean {
    if (this.#open.kind !== "como_solicitar") return false;
    if (known === null && this.#isWayBeside(text)) return true;
    if (namedChannel(text) === null) return false;
    // "Encuentra tu oficina" is no way.
    if (known?.kind === "donde_solicitar" && isTold(foldedWords(text).trim().split(" "))) return false;
    if (known?.kind === "telefono") return this.#hasChannels();
    if (known?.strong === true) return false;
    return known === null || known.kind === "como_solicitar" || known.kind === "donde_solicitar";
  }

  /** "En una jefatura", "En mostrador" where "Elige cómo hacerlo" has nothing below it but headings of its own level. */
  #isWayBeside(text: string): boolean {
    const { parts, hasWaysBeside } = this.#open;
    return (parts.length === 0 || hasWaysBeside) && HEADS_WAY.test(foldedWords(text));
  }

  /** "Oficinas" beside "Tramitación" tells where; it is one of the ways where they stand beside it, too. */
  #isPlaces(text: string): boolean {
    const { hasWaysBeside, parts } = this.#open;
    return !hasWaysBeside && parts.length > 0 && OFFICES.test(foldedWords(unnumbered(text)));
  }

  /** Behind "Online" and "Presencial", "Teléfono" is one of the ways; elsewhere it is a number to call. */
  #hasChannels(): boolean {
    return this.#open.parts.some((part) => {
      const label = part.kind === "sub" ? part.text : part.label;
      return label !== null && namedChannel(label) !== null;
    });
  }

  #start(heading: string, kind: SectionKind | null, level: number, byLine = false): void {
    this.#labelled ||= byLine;
    this.#open = {
      heading,
      kind,
      level,
      parts: [],
      byLine,
      hasOwnLine: !byLine,
      hasWaysBeside: false,
      childLevel: null,
    };
    this.#sections.push(this.#open);
  }

  #line(block: Extract<Block, { kind: "line" }>, next: Block | undefined): void {
    const { text } = block;
    const isBelow = this.#sections.length === 1 || this.#open.parts.length > 0;
    if (isBelow && isCount(text, next, this.#sections.length)) return;
    // Below "Denominación" stands the name, however it is set.
    if (this.#open.kind === "nombre" && this.#open.parts.length === 0) return this.#addText("text", text);
    // Where a page has no headings, its name is a line of it.
    if (this.#sections.length === 1 && plainLine(text).toLowerCase() === this.#title) return this.#titled();
    const label = labelOf(text);
    if (label !== null && label.rest !== "" && this.#isOfWay(label.label, label.rest))
      return this.#addText("text", `${label.label}: ${label.rest}`);
    const level = levelOfLine(block, next, this.#open.level);
    if (label !== null && label.bold && label.rest !== "" && this.#goesOnBeside(label.label, block))
      return this.#addText("text", `${label.label}: ${label.rest}`);
    if (label !== null && label.bold) {
      if (label.rest !== "" && block.first && this.#runsIn(label.label)) {
        this.#start(label.label, labelKindOf(label.label), LABEL_LEVEL, true);
        return this.#addText("text", label.rest);
      }
      return this.#label(label.label, label.rest, level);
    }
    if (label !== null && (this.#opensInLine(label.label) || this.#followsInLine(label.label, block.first))) {
      this.#start(label.label, labelKindOf(label.label), LABEL_LEVEL, true);
      return this.#addText("text", label.rest);
    }
    if (block.first && next !== undefined) {
      const head = withoutColon(text);
      if (block.alone && this.#isStated(head) && !isNothingButLinks(text))
        return this.#start(head, statedKindOf(head), LABEL_LEVEL, true);
      if ((block.alone || labelKindOf(head) !== null) && this.#isColonHead(text, next))
        return this.#start(head, kindOf(head)?.kind ?? null, LABEL_LEVEL, true);
    }
    if (asksInLine(block, next)) {
      if (this.#open.kind !== null) this.#asked = this.#open;
      return this.#start(plainLine(text), kindOf(text)?.kind ?? null, LABEL_LEVEL);
    }
    if (this.#plain && block.first && this.#standsAlone(block, next)) {
      return this.#start(plainLine(text), this.#plainKind(text), LABEL_LEVEL);
    }
    if (block.first && this.#isSaid()) this.#start("", null, LABEL_LEVEL);
    this.#addText("text", text);
  }

  /** "**Designación provisional:** si hay urgencia" right below "**Plazo de resolución:** 30 días", in one paragraph. */
  #goesOnBeside(label: string, { first }: { readonly first: boolean }): boolean {
    const { kind, parts } = this.#open;
    return !first && kind !== null && HAS_LABELS.has(kind) && parts.length > 0 && kindOf(label) === null;
  }

  /** What a page says before its name is said of its site, and comes after what it says of itself. */
  #titled(): void {
    if (this.#open.parts.length === 0) return;
    this.#start("", null, 0);
    this.#sections.reverse();
  }

  /** "Organismo: Ayuntamiento" has all it has to say in its line; the next paragraph is of the page. */
  #isSaid(): boolean {
    const { kind, level, parts } = this.#open;
    return kind === "organismo" && level >= LABEL_LEVEL && parts.length > 0;
  }

  /** `Plazo: diez días` without any marks: where no part is open, or only one that was opened so. */
  #runsIn(label: string): boolean {
    return this.#opensInLine(label) || this.#followsInLine(label, true);
  }

  #opensInLine(label: string): boolean {
    const kind = labelKindOf(label);
    const { kind: around, byLine } = this.#open;
    if (kind === null || kind === around || this.#isOfWay(label, "")) return false;
    if (this.#isWhen(label)) return false;
    if (around !== null && isPartOf(kind, around)) return this.#isAnotherPart(label, kind);
    if (around !== null && !byLine && !this.#plain) return this.#labelled || statedKindOf(label) !== null;
    return this.#plain || kindOf(label)?.strong === true;
  }

  /** "Lugar de presentación" behind the ways to apply is where they lead; "Presencial", "Puntos de empleo" are of them. */
  #isAnotherPart(label: string, kind: SectionKind): boolean {
    if (kind !== "donde_solicitar") return false;
    if (OF_PLACE.test(foldedWords(label))) return true;
    if (namedChannel(label) !== null) return false;
    return kindOf(label)?.strong === true && (statedKindOf(label) !== null || !OF_POINTS.test(label));
  }

  /** Where parts are headed in their lines, so is one that nobody knows: "Apostilla: pídala después". */
  #followsInLine(label: string, isFirst: boolean): boolean {
    const { kind, byLine, parts } = this.#open;
    const isOver = byLine
      ? parts.length > 0
      : this.#labelled && parts.length > 0 && parts.every((part) => part.kind === "item");
    if (!isOver || !isFirst || (kind !== null && HAS_LABELS.has(kind))) return false;
    return (
      label.split(" ").length <= MAX_HEADING_WORDS && /^[\p{Lu}¿]/u.test(label) && exactKindOf(label) === null
    );
  }

  /** "Quan:", "Recursos:" where the parts of a page are headed so; "Por internet:" is a way, "Aporte:" leads to a list. */
  #isColonHead(text: string, next: Block): boolean {
    if (!this.#hasColonHeads || !/^[\p{Lu}¿].*:\s*$/u.test(plainLine(text))) return false;
    const head = withoutColon(text);
    const { kind: around } = this.#open;
    if (
      head.split(" ").length > MAX_HEADING_WORDS ||
      (around === "como_solicitar" && namedChannel(head) !== null)
    )
      return false;
    const kind = kindOf(head)?.kind ?? null;
    if (kind === null) return next.kind === "line" && around !== null && !HAS_LABELS.has(around);
    if (kind === around || kind === "boilerplate") return false;
    return around === null || !isPartOf(kind, around) || asksHow(head) || this.#isAnotherPart(head, kind);
  }

  /** A paragraph that is nothing but the name of another part. */
  #isStated(head: string): boolean {
    const kind = statedKindOf(head);
    const { kind: around } = this.#open;
    return kind !== null && kind !== around && (around === null || !isPartOf(kind, around));
  }

  #standsAlone({ text, alone }: { text: string; alone: boolean }, next: Block | undefined): boolean {
    const isShort = text.length <= 80 && !/[.;,]$/.test(text.trim()) && next !== undefined;
    // Where a link leads would be lost with it.
    if (!isShort || next.kind === "heading" || isNothingButLinks(text)) return false;
    const kind = this.#plainKind(text);
    if (kind === null) return alone && this.#looksLikeHeading(text, next);
    return exactKindOf(text) !== null || (alone && kind !== this.#open.kind);
  }

  /** Of a part that nobody knows: a few words without a full stop, where all around end in one, or over a list. */
  #looksLikeHeading(text: string, next: Block): boolean {
    const { kind, parts } = this.#open;
    const isShort =
      text.split(" ").length <= MAX_HEADING_WORDS && /^\p{Lu}/u.test(text) && !/[:\d]/.test(text);
    if (!isShort || kind === null || parts.length === 0) return false;
    if (next.kind === "item") return parts.every((part) => part.kind === "item");
    return (
      next.kind === "line" && next.alone && [...parts.map((part) => part.text), next.text].every(endsSentence)
    );
  }

  #plainKind(text: string): SectionKind | null {
    const line = plainLine(text);
    const known = kindOf(line);
    return exactKindOf(line) ?? (known?.strong === true && line.split(" ").length <= 8 ? known.kind : null);
  }

  #item(block: Extract<Block, { kind: "item" }>, next: Block | undefined): void {
    if (
      this.#plain &&
      block.ordered &&
      block.depth === 0 &&
      this.#standsAlone({ ...block, alone: true }, next)
    ) {
      return this.#start(plainLine(block.text), this.#plainKind(block.text), LABEL_LEVEL);
    }
    const label = labelOf(block.text);
    const level = ITEM_LEVEL + block.depth;
    if (label?.bold === true && (label.rest === "" || this.#opensInItem(label.label, level))) {
      return this.#label(label.label, label.rest, level);
    }
    this.#addText("item", block.text);
  }

  /** `- **Plazo:** diez días` is an item of the part that it stands in; where it stands in none, it is one. */
  #opensInItem(label: string, level: number): boolean {
    const isFree = this.#open.kind === null || this.#open.level >= level;
    return isFree && kindOf(label) !== null;
  }

  #label(label: string, rest: string, level: number): void {
    const known = kindOf(label);
    if (this.#isInside(label, level, known, rest)) {
      if (rest === "") this.#add("sub", label, label);
      else this.#addText("item", `${label}: ${rest}`);
      return;
    }
    if (known === null && rest !== "" && this.#open.kind === null)
      return this.#addText("text", `${label}: ${rest}`);
    if (known?.kind === "boilerplate" && rest !== "") return this.#aside(label, rest);
    this.#start(label, known?.kind ?? null, level);
    if (rest === "") return;
    this.#open.hasOwnLine = false;
    this.#addText("text", rest);
  }

  /** "**Lee también:** Recetas" between two papers: the part goes on behind it. */
  #aside(heading: string, rest: string): void {
    const around = this.#open;
    this.#start(heading, "boilerplate", around.level);
    this.#addText("text", rest);
    this.#open = around;
  }

  #table(rows: readonly (readonly string[])[]): void {
    const sheet = (this.#open === this.#endOfSheet ? sheetGoingOn(rows) : null) ?? sheetOf(rows, this.#open);
    if (sheet === null) {
      for (const { label, text } of itemsOfTable(rows)) this.#addText("item", text, label);
      return;
    }
    for (const { label, cell } of sheet) this.#sheetRow(label, cell);
    this.#endOfSheet = this.#open;
  }

  #sheetRow(label: string, cell: string): void {
    // A row as wide as the sheet that names nothing says something more of the part above it.
    if (label === plainLine(cell) && (kindOf(label) === null || /[.!]$/.test(label)))
      return this.#addText("text", cell);
    this.#start(label, kindOf(label)?.kind ?? null, SHEET_LEVEL);
    for (const block of cellBlocks(cell)) {
      if (block.kind === "item") this.#addText("item", block.text);
      else if (block.kind === "line") this.#addText("text", block.text);
    }
  }

  #addText(kind: "item" | "text", raw: string, label: string | null = null): void {
    const lines = kind === "item" ? [raw.replaceAll("\n", " ")] : raw.split("\n");
    for (const line of lines) this.#add(kind, plainLine(line), line, label);
  }

  #add(kind: SectionPart["kind"], text: string, raw: string, label: string | null = null): void {
    if (text !== "") this.#open.parts.push({ kind, text, raw, label: label ?? labelOf(raw)?.label ?? null });
  }
}
