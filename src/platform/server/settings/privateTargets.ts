/** An inside address that may be scanned: for one organization, or for all of them where `orgId` is null. */
export type PrivateTarget = { place: string; orgId: string | null };

const entryShape =
  /^((?:\[[0-9a-f:]+\]|[^\s:,=]+):\d{1,5})(?:=([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}))?$/i;

/** Reads SCAN_ALLOW_PRIVATE: `host:port`, or `host:port=ORGANIZATION`, parted by commas; null when it means nothing. */
export function readPrivateTargets(text: string): PrivateTarget[] | null {
  const entries = text.split(',').map((entry) => entry.trim());
  const read = entries.filter(Boolean).map((entry) => entryShape.exec(entry));
  if (read.includes(null)) return null;
  return read.map((match) => ({ place: match![1]!.toLowerCase(), orgId: match![2]?.toLowerCase() ?? null }));
}

/** The inside addresses that this organization may have scanned. */
export const privateTargetsOf = (targets: readonly PrivateTarget[], orgId: string): string[] =>
  targets
    .filter((target) => target.orgId === null || target.orgId === orgId.toLowerCase())
    .map(({ place }) => place);
