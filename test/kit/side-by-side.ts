/** So many at a time: each may be a run of its own. */
export async function sideBySide<T>(
  values: readonly T[],
  work: (value: T) => Promise<void>,
  lanes = 4,
): Promise<void> {
  const left = values.values();
  const lane = async () => {
    for (const value of left) await work(value);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}
