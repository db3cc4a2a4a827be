/** Writes plain values as YAML for people to read: what fits on a line stands on one. */
import { Document, isMap, isSeq, visit } from "yaml";

const columns = 110;

/** One text of several documents. */
export function writeYaml(values: readonly unknown[]): string {
  return values
    .map((value) => {
      const document = new Document(value, { aliasDuplicateObjects: false });
      visit(document, {
        Collection(_, node, path) {
          const isInner = path.some((each) => isMap(each) || isSeq(each));
          // Most texts have no quotes in YAML, and a blank after each sign.
          const { length } = JSON.stringify(node).replaceAll('"', "").replaceAll(/[:,]/g, ": ");
          if (isInner && length < columns - 8) node.flow = true;
        },
      });
      return document.toString({ lineWidth: columns, flowCollectionPadding: false });
    })
    .join("---\n");
}
