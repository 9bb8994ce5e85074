type Confirmed = {
  confidence: 'certain' | 'firm' | 'tentative';
  hasScreenshot: boolean;
  /** Of its places: what was sent, empty where a page was only looked at. */
  payloads: readonly string[];
};

/** How an issue was confirmed before it was reported, for a person who reads it. */
export function howConfirmed({ confidence, hasScreenshot, payloads }: Confirmed): string {
  if (hasScreenshot)
    return 'The scanner opened the page in a browser and its own harmless script ran there. The picture shows the page at that moment.';
  const sent = payloads.some((payload) => payload !== '');
  if (confidence === 'certain')
    return sent
      ? 'The scanner sent the value shown, and only this vulnerability explains the answer. It tried again with other values before it reported the issue.'
      : 'The scanner saw it directly in the answer of the website. No further test was needed.';
  if (confidence === 'firm')
    return sent
      ? 'The scanner sent the value shown and compared the answer with the answers to harmless values. The signs are strong, and repeating the test gave the same result.'
      : 'The answer of the website shows strong signs of it.';
  return 'There may be another explanation. Have someone review it before you work on a fix.';
}
