import { Button } from '@mantine/core';
import { useState } from 'react';
import { CopyButton } from '#ui/text/CopyButton.tsx';
import type { FindingWire } from '../../issueEntities.ts';
import type { FindingHeading } from './FindingText.tsx';
import classes from './Findings.module.css';
import { visibleText } from './visibleText.ts';

type Place = FindingWire['places'][number];

const firstPlaces = 3;

/** Where an issue was seen, and what proves it there. */
export function FindingPlaces({
  finding,
  heading: Heading,
}: {
  finding: Pick<FindingWire, 'places' | 'placesTotal'>;
  heading: FindingHeading;
}) {
  const [all, setAll] = useState(false);
  const shown = all ? finding.places : finding.places.slice(0, firstPlaces);
  const unlisted = finding.placesTotal - finding.places.length;
  if (finding.places.length === 0) return null;
  return (
    <div className="min-w-0">
      <Heading className={classes.heading}>Affected addresses ({finding.placesTotal})</Heading>
      <PlaceList places={shown} />
      {finding.places.length > shown.length && (
        <Button variant="default" onClick={() => setAll(true)}>
          Show all {finding.places.length} addresses
        </Button>
      )}
      {unlisted > 0 && shown.length === finding.places.length && (
        <p className={classes.meta}>
          It was also seen at {unlisted === 1 ? 'one more address' : `${unlisted} more addresses`} in the same
          way.
        </p>
      )}
    </div>
  );
}

export function PlaceList({ places }: { places: readonly Place[] }) {
  return (
    <ol className={`${classes.placeList} stack gap-3`}>
      {places.map((place, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- places have no id and never change order
        <li key={index} className={`${classes.place} stack gap-2 border rounded bg-card`}>
          <PlaceFacts place={place} />
        </li>
      ))}
    </ol>
  );
}

function PlaceFacts({ place }: { place: Place }) {
  return (
    <>
      <div className="row justify-between gap-2">
        <span className="min-w-0 text-small font-mono wrap-anywhere">
          <span className="text-dimmed">{visibleText(place.method)}</span> <bdi>{visibleText(place.url)}</bdi>
        </span>
        <CopyButton value={place.url} label="Copy address" />
      </div>
      {place.parameter && (
        <p className={classes.meta}>
          Found in <bdi className="text-tiny font-mono wrap-anywhere">{visibleText(place.parameter)}</bdi>
        </p>
      )}
      {place.payload && (
        <div className="stack gap-1">
          <p className={classes.meta}>What was sent</p>
          <div className={`${classes.payload} grid items-start gap-1`}>
            {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by the keyboard */}
            <pre className={classes.evidence} tabIndex={0} aria-label="What was sent">
              {visibleText(place.payload)}
            </pre>
            <CopyButton value={place.payload} label="Copy what was sent" />
          </div>
        </div>
      )}
      {place.evidence && (
        <div className="stack gap-1">
          <p className={classes.meta}>What proves it</p>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by the keyboard */}
          <pre className={classes.evidence} tabIndex={0} aria-label="What proves it">
            {visibleText(place.evidence)}
          </pre>
        </div>
      )}
      <Exchange title="Request" text={place.request} />
      <Exchange title="Response, excerpt" text={place.response} />
    </>
  );
}

function Exchange({ title, text }: { title: string; text: string }) {
  if (!text) return null;
  return (
    <details className={classes.exchange}>
      <summary>{title}</summary>
      <div className={`${classes.payload} grid items-start gap-1`}>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by the keyboard */}
        <pre className={classes.evidence} tabIndex={0} aria-label={title}>
          {visibleText(text)}
        </pre>
        <CopyButton value={text} label={`Copy ${title.toLowerCase()}`} />
      </div>
    </details>
  );
}

/** JPEG as the scanner kept it; anything else is no picture. */
const isPicture = (base64: string) => /^\/9j\/[A-Za-z0-9+/]+={0,2}$/.test(base64);

/** The page at the moment when the browser ran the scanner's script. */
export function ProofPicture({
  base64,
  title,
  heading: Heading,
}: {
  base64: string;
  title: string;
  heading: FindingHeading;
}) {
  if (!isPicture(base64)) return null;
  return (
    <div className="min-w-0">
      <Heading className={classes.heading}>Picture of the proof</Heading>
      <img
        className={`${classes.picture} block border rounded`}
        src={`data:image/jpeg;base64,${base64}`}
        alt={`The page in a browser at the moment when the scanner's script ran, as proof of: ${visibleText(title)}`}
      />
    </div>
  );
}
