import type * as Yaml from "yaml";
import { MisuseError } from "../../domain/errors.ts";

/**
 * Shapes of configuration files. A shape reads one YAML node and gives a plain value, or throws a MisuseError that
 * names file, line and key, and says what is accepted there. Values are never quoted in messages: they may be secrets.
 */
export type Shape<T> = (node: YamlNode, at: Place) => T;

export type YamlNode = Yaml.ParsedNode | null;

/** Where in which file we are. */
export interface Place {
  readonly file: string;
  /** `sources.usgs.catalogs[0]`; empty at the top. */
  readonly path: string;
  readonly line: number;
  readonly yaml: typeof Yaml;
  readonly document: Yaml.Document.Parsed;
  readonly lines: Yaml.LineCounter;
}

type Camel<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : Name;

type Shapes = Readonly<Record<string, Shape<unknown>>>;

export type FieldsOf<Fields extends Shapes> = {
  readonly [Name in keyof Fields & string as Camel<Name>]?: ReturnType<Fields[Name]>;
};

/** Known keys only, all optional; an empty node is an empty object. Keys become camelCase. */
export function fields<Fields extends Shapes>(shapes: Fields): Shape<FieldsOf<Fields>> {
  const accepted = Object.keys(shapes).join(", ");
  return (node, at) => {
    const found: [string, unknown][] = [];
    for (const [key, value, place] of pairsOf(node, at)) {
      if (!Object.hasOwn(shapes, key)) {
        throw refused(place, `unknown key ${place.path}; accepted here: ${accepted}`);
      }
      found.push([camel(key), (shapes[key] as Shape<unknown>)(value, place)]);
    }
    return Object.fromEntries(found) as FieldsOf<Fields>;
  };
}

/** Any keys, as `keyOf` spells them; two that come out the same are refused. */
export function entries<T>(
  keyOf: (key: string, at: Place) => string,
  shape: Shape<T>,
): Shape<Readonly<Record<string, T>>> {
  return (node, at) => {
    const found = new Map<string, T>();
    for (const [key, value, place] of pairsOf(node, at)) {
      const name = keyOf(key, place);
      if (found.has(name)) throw refused(place, `${place.path} is given twice; keep one`);
      found.set(name, shape(value, place));
    }
    return Object.fromEntries(found);
  };
}

/** An object in which some keys must be there. */
export function requiring<T extends object, Name extends keyof T & string>(
  shape: Shape<T>,
  ...names: readonly Name[]
): Shape<T & { readonly [Key in Name]-?: Exclude<T[Key], undefined> }> {
  return (node, at) => {
    const value = shape(node, at);
    const missing = names.find((name) => value[name] === undefined);
    if (missing !== undefined) throw refused(at, `${at.path} lacks the key ${missing}`);
    return value as T & { readonly [Key in Name]-?: Exclude<T[Key], undefined> };
  };
}

export function list<T>(shape: Shape<T>): Shape<readonly T[]> {
  return (node, at) => {
    const value = resolved(node, at);
    if (!at.yaml.isSeq(value)) throw mismatch(at, "a list", value);
    return value.items.map((item, index) => {
      const child = item as YamlNode;
      return shape(child, placeOf(at, `${at.path}[${index}]`, child));
    });
  };
}

/** A single value that `read` understands; `undefined` refuses it. */
export function scalar<T>(expected: string, read: (value: unknown) => T | undefined): Shape<T> {
  return (node, at) => {
    const value = resolved(node, at);
    const found = at.yaml.isScalar(value) ? read(value.value) : undefined;
    if (found === undefined) throw mismatch(at, expected, value);
    return found;
  };
}

export function refused(at: Place, problem: string): MisuseError {
  return new MisuseError(`${at.file}:${at.line}: ${problem}`);
}

function pairsOf(node: YamlNode, at: Place): readonly (readonly [string, YamlNode, Place])[] {
  const value = resolved(node, at);
  if (value === null || (at.yaml.isScalar(value) && value.value === null)) return [];
  if (!at.yaml.isMap(value)) throw mismatch(at, "keys and values", value);
  return value.items.map((pair) => {
    const key = pair.key as YamlNode;
    const name = at.yaml.isScalar(key) ? String(key.value) : String(key);
    const place = placeOf(at, at.path === "" ? name : `${at.path}.${name}`, key);
    return [name, pair.value as YamlNode, place];
  });
}

function placeOf(at: Place, path: string, node: YamlNode): Place {
  const line = node?.range === undefined ? at.line : at.lines.linePos(node.range[0]).line;
  return { ...at, path, line };
}

function resolved(node: YamlNode, at: Place): YamlNode {
  return at.yaml.isAlias(node) ? ((node.resolve(at.document) ?? null) as YamlNode) : node;
}

function mismatch(at: Place, expected: string, node: YamlNode): MisuseError {
  const key = at.path === "" ? "the file" : at.path;
  return refused(at, `${key} should be ${expected}, not ${kindOf(node, at)}`);
}

function kindOf(node: YamlNode, at: Place): string {
  if (at.yaml.isMap(node)) return "keys and values";
  if (at.yaml.isSeq(node)) return "a list";
  const value: unknown = at.yaml.isScalar(node) ? node.value : null;
  if (value === null) return "empty";
  if (typeof value === "number") return `the number ${value}`;
  if (typeof value === "boolean") return String(value);
  return value === "" ? "an empty text" : "this text";
}

function camel(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
