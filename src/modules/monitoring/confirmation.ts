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
      ? 'The scanner sent the value below, and the answer can only be explained by this weakness. It tried again with other values before it reported it.'
      : 'The scanner saw it directly in what the website sent. Nothing else had to be tried.';
  if (confidence === 'firm')
    return sent
      ? 'The scanner sent the value below and compared the answer with those to harmless values. The signs are strong, and the same when repeated.'
      : 'What the website sent shows strong signs of it.';
  return 'The signs allow other explanations too. Please let somebody look at it before work is put into a fix.';
}
