/** Lists by a key, for what would else be searched from one end to the other each time. */

export function addTo<Key, T>(lists: Map<Key, T[]>, key: Key, item: T): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [item]);
  else list.push(item);
}

/** In each list the order of `items`. */
export function listsBy<Key, T>(
  items: Iterable<T>,
  keyOf: (item: T) => Key,
): ReadonlyMap<Key, readonly T[]> {
  const lists = new Map<Key, T[]>();
  for (const item of items) addTo(lists, keyOf(item), item);
  return lists;
}
