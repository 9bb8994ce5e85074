import { Anchor, Button } from '@mantine/core';
import { useState } from 'react';
import { AskExpertButton } from '#platform/web/AskExpertButton.tsx';
import { CopyButton } from '#ui/CopyButton.tsx';
import { KeyValueList } from '#ui/KeyValueList.tsx';
import type { FindingWire } from '../entities.ts';
import classes from './Findings.module.css';
import { shortDate } from './pacificTime.ts';
import { isWebLink, visibleText } from './visibleText.ts';

type Place = FindingWire['places'][number];
/** One below the row that opens. */
type Heading = 'h4' | 'h5';

const sureness: Record<FindingWire['confidence'], string> = {
  certain: 'Certain',
  firm: 'Very likely',
  tentative: 'Possible, please check',
};
const firstPlaces = 3;

/** What an issue means, how to fix it and where it was seen. Everything from the website is shown as plain text. */
export function FindingDetails({ finding, heading: Heading }: { finding: FindingWire; heading: Heading }) {
  return (
    <div className={classes.details}>
      <div className={classes.words}>
        <Heading className={classes.heading}>What it means</Heading>
        <p className={classes.prose}>{finding.explanation}</p>
        <Heading className={classes.heading}>How to fix it</Heading>
        <p className={classes.prose}>{finding.fix}</p>
        <References references={finding.references} heading={Heading} />
      </div>
      <div className={classes.facts}>
        <KeyValueList
          items={[
            { key: 'confidence', label: 'Confidence', value: sureness[finding.confidence] },
            { key: 'score', label: 'CVSS score', value: finding.score.toFixed(1) },
            { key: 'vector', label: 'CVSS vector', value: <span className={classes.code}>{finding.vector}</span> },
            { key: 'cwe', label: 'Weakness', value: finding.cwe },
            { key: 'owasp', label: 'OWASP Top 10', value: finding.owasp },
            { key: 'pci', label: 'PCI DSS', value: finding.pci },
            { key: 'first', label: 'First seen', value: shortDate(finding.firstSeen) },
            { key: 'last', label: 'Last seen', value: shortDate(finding.lastSeen) },
          ].filter((item) => item.value !== '')}
        />
      </div>
      <Places finding={finding} heading={Heading} />
      <div>
        <AskExpertButton
          about={{
            kind: 'finding',
            id: finding.findingId,
            title: visibleText(finding.title),
            facts: [
              { label: 'Severity', value: `${finding.severity}, CVSS ${finding.score.toFixed(1)}` },
              { label: 'First seen', value: shortDate(finding.firstSeen) },
              // a query may hold what is nobody else's business
              { label: 'Address', value: visibleText(finding.places[0]?.url.split(/[?#]/)[0] ?? '') },
              { label: 'Check', value: finding.rule },
            ],
          }}
        />
      </div>
    </div>
  );
}

function References({ references, heading: Heading }: { references: string[]; heading: Heading }) {
  const links = references.filter(isWebLink);
  if (links.length === 0) return null;
  return (
    <>
      <Heading className={classes.heading}>Read more</Heading>
      <ul className={classes.links}>
        {links.map((link) => (
          <li key={link}>
            <Anchor href={link} target="_blank" rel="noreferrer noopener">
              {link.replace(/^https?:\/\//, '')}
            </Anchor>
          </li>
        ))}
      </ul>
    </>
  );
}

function Places({ finding, heading: Heading }: { finding: FindingWire; heading: Heading }) {
  const [all, setAll] = useState(false);
  const shown = all ? finding.places : finding.places.slice(0, firstPlaces);
  const unlisted = finding.placesTotal - finding.places.length;
  if (finding.places.length === 0) return null;
  return (
    <div className={classes.places}>
      <Heading className={classes.heading}>Affected addresses ({finding.placesTotal})</Heading>
      <ol className={classes.placeList}>
        {shown.map((place, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- places have no id and never change order
          <li key={index} className={classes.place}>
            <PlaceFacts place={place} />
          </li>
        ))}
      </ol>
      {finding.places.length > shown.length && (
        <Button variant="default" onClick={() => setAll(true)}>
          Show all {finding.places.length} addresses
        </Button>
      )}
      {unlisted > 0 && shown.length === finding.places.length && (
        <p className={classes.meta}>
          It was also seen at {unlisted === 1 ? 'one more address' : `${unlisted} more addresses`} in the same way.
        </p>
      )}
    </div>
  );
}

function PlaceFacts({ place }: { place: Place }) {
  return (
    <>
      <div className={classes.placeHead}>
        <span className={classes.address}>
          <span className={classes.method}>{visibleText(place.method)}</span> <bdi>{visibleText(place.url)}</bdi>
        </span>
        <CopyButton value={place.url} label="Copy address" />
      </div>
      {place.parameter && (
        <p className={classes.meta}>
          Found in <bdi className={classes.code}>{visibleText(place.parameter)}</bdi>
        </p>
      )}
      {place.evidence && <pre className={classes.evidence}>{visibleText(place.evidence)}</pre>}
      {(place.request || place.response) && (
        <details className={classes.exchange}>
          <summary>Request and answer</summary>
          {place.request && <pre className={classes.evidence}>{visibleText(place.request)}</pre>}
          {place.response && <pre className={classes.evidence}>{visibleText(place.response)}</pre>}
        </details>
      )}
    </>
  );
}
