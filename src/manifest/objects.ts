/** Finds the Kubernetes objects in documents, also inside lists, and reports what is none. */
import type { YamlDocument } from "../yaml/document.ts";
import { Cursor, isMapping } from "./cursor.ts";
import { describeValue, editDistance, nearest } from "./describe.ts";
import type { ErrorList } from "./error-list.ts";
import { isHomeGroup, isScenario, knownKinds, ownGroup } from "./kinds.ts";

/** An object of a known kind, not yet checked. */
export interface FoundObject {
  readonly kind: string;
  readonly cursor: Cursor;
}

export interface FoundObjects {
  readonly known: readonly FoundObject[];
  /** How many objects of each kind that is not read there are, in the order of the documents. */
  readonly others: ReadonlyMap<string, number>;
  /** The kind of the first of them. */
  readonly firstOther: Cursor | undefined;
}

export function findObjects(documents: readonly YamlDocument[], errors: ErrorList): FoundObjects {
  const finder = new ObjectFinder();
  for (const document of documents) {
    if (isScenario(document)) continue;
    finder.visit(new Cursor(document, [], document.value, errors));
  }
  return finder;
}

/** What the items of a `PodList` leave out, as the API server's own answers do. */
interface TypeMeta {
  readonly kind: string;
  readonly apiVersion: string;
}

const notAnObject = {
  message: "not a Kubernetes object",
  expected: "a mapping with apiVersion, kind and metadata",
};

class ObjectFinder implements FoundObjects {
  readonly known: FoundObject[] = [];
  readonly others = new Map<string, number>();
  firstOther: Cursor | undefined;

  visit(cursor: Cursor, inherited?: TypeMeta): void {
    if (!isMapping(cursor.value)) {
      cursor.error({ ...notAnObject, found: describeValue(cursor.value) });
      return;
    }
    const meta = typeMetaOf(cursor, inherited);
    if (!meta) return;
    const itemKind = meta.kind.slice(0, -"List".length);
    const isList = meta.kind === "List" || (meta.kind.endsWith("List") && knownKinds.has(itemKind));
    if (isList) this.#visitList(cursor, meta, itemKind);
    else this.#sort(cursor, meta);
  }

  #visitList(cursor: Cursor, meta: TypeMeta, itemKind: string): void {
    const items = cursor.get("items");
    if (items.exists && !Array.isArray(items.value)) {
      const found = describeValue(items.value);
      items.error({ message: "wrong type", found, expected: "a list of objects" });
    }
    const inherited = itemKind === "" ? undefined : { ...meta, kind: itemKind };
    for (const item of items.items()) this.visit(item, inherited);
  }

  #sort(cursor: Cursor, { kind, apiVersion }: TypeMeta): void {
    const expected = knownKinds.get(kind);
    if (expected === apiVersion) {
      this.known.push({ kind, cursor });
      return;
    }
    if (expected !== undefined && isHomeGroup(apiVersion)) {
      const message = `not the version of ${kind} that is read`;
      const found = describeValue(apiVersion);
      cursor.get("apiVersion").error({ message, found, expected, fix: `write ${expected}` });
      return;
    }
    if (isMeantForUs(kind, apiVersion)) {
      refuseUnknownOfOurs(cursor, { kind, apiVersion });
      return;
    }
    const meant = isHomeGroup(apiVersion) ? nearestKind(kind) : undefined;
    if (meant !== undefined) {
      const fix = `did you mean ${meant}?`;
      const found = describeValue(kind);
      cursor.get("kind").error({ message: "no kind of Kubernetes", found, fix });
      return;
    }
    this.firstOther ??= cursor.get("kind").exists ? cursor.get("kind") : cursor;
    this.others.set(kind, (this.others.get(kind) ?? 0) + 1);
  }
}

/** A scenario that is not read for its spelling would leave a run that looks well. */
function isMeantForUs(kind: string, apiVersion: string): boolean {
  const [group = ""] = apiVersion.split("/", 1);
  if (group.toLowerCase() === ownGroup) return true;
  const isNear = nearest(group, [ownGroup]) !== undefined || group === "relist";
  return isNear && nearest(kind, [scenarioKind]) !== undefined;
}

const scenarioKind = "Scenario";

function refuseUnknownOfOurs(cursor: Cursor, { kind, apiVersion }: TypeMeta): void {
  const isKind = kind !== scenarioKind;
  const meant = isKind ? nearest(kind, [scenarioKind]) : `${ownGroup}/v1alpha1`;
  const expected = isKind ? scenarioKind : `${ownGroup}/v1alpha1`;
  cursor.get(isKind ? "kind" : "apiVersion").error({
    message: isKind ? "no kind of relist" : "not the group of a scenario",
    found: describeValue(isKind ? kind : apiVersion),
    expected,
    fix: meant === undefined ? `write ${expected}, or remove it` : `did you mean ${meant}?`,
  });
}

/** Short names are near to each other by chance (Pod and Node), so they may have one slip only. */
function nearestKind(kind: string): string | undefined {
  const candidates = [...knownKinds.keys(), "List"];
  const singular = kind.endsWith("s") ? kind.slice(0, -1) : kind;
  return (
    candidates.find((candidate) => candidate.toLowerCase() === singular.toLowerCase()) ??
    (kind.length < 6
      ? candidates.find((candidate) => editDistance(kind, candidate) === 1)
      : nearest(kind, candidates))
  );
}

function typeMetaOf(cursor: Cursor, inherited: TypeMeta | undefined): TypeMeta | undefined {
  const isForeign = ["kind", "apiVersion"].every((field) => !cursor.get(field).exists);
  if (isForeign && !inherited) {
    const keys = cursor.entries().map(([key]) => key);
    const fields = keys.length === 0 ? "an empty mapping" : `a mapping with ${listed(keys)}`;
    cursor.error({ ...notAnObject, found: fields });
    return undefined;
  }
  const kind = textField(cursor, "kind", inherited?.kind, "Pod");
  const apiVersion = textField(cursor, "apiVersion", inherited?.apiVersion, "v1");
  return kind === undefined || apiVersion === undefined ? undefined : { kind, apiVersion };
}

const keysShown = 3;

function listed(keys: readonly string[]): string {
  const shown = keys.slice(0, keysShown).join(", ");
  return keys.length > keysShown ? `${shown}, …` : shown;
}

function textField(
  cursor: Cursor,
  field: "kind" | "apiVersion",
  inherited: string | undefined,
  example: string,
): string | undefined {
  const value = cursor.get(field);
  const text = value.exists ? value.text() : inherited;
  if (text !== undefined && text !== "") return text;
  value.error({
    message: value.exists ? "wrong type" : "a required field is missing",
    found: describeValue(value.value),
    expected: `a string such as ${example}`,
  });
  return undefined;
}
