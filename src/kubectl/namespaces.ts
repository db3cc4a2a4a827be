/** Which namespaces a command has to ask for, so that it shows all pods of a run. */

export interface NamespaceScope {
  /** The flag, with a blank before it; nothing for the namespace `default`. */
  readonly flag: string;
  /** Tables then have a column for it. */
  readonly isAll: boolean;
  readonly name: string;
}

export function scopeOf(namespaces: ReadonlySet<string>): NamespaceScope {
  const [name = "default", ...others] = namespaces;
  if (others.length > 0) return { flag: " --all-namespaces", isAll: true, name };
  return { flag: namespaceFlag(name), isAll: false, name };
}

export function namespaceFlag(namespace: string): string {
  return namespace === "default" ? "" : ` --namespace ${namespace}`;
}

/** What kubectl says in place of an empty table. */
export function noneFound(what: "resources" | "events", { isAll, name }: NamespaceScope): string {
  if (isAll) return what === "events" ? "No events found.\n" : "No resources found\n";
  return `No ${what} found in ${name} namespace.\n`;
}
