import { Anchor } from '@mantine/core';
import { AskExpertButton } from '#platform/web/AskExpertButton.tsx';
import { KeyValueList } from '#ui/KeyValueList.tsx';
import { howConfirmed } from '../confirmation.ts';
import { fixParts } from '../fixParts.ts';
import type { FindingWire } from '../entities.ts';
import type { Decide } from './DecideDialog.tsx';
import { FindingPlaces, ProofPicture } from './FindingPlaces.tsx';
import classes from './Findings.module.css';
import { IssueHistory } from './IssueHistory.tsx';
import { DecisionNote, IssueStanding } from './IssueStanding.tsx';
import { messageOf } from './messages.ts';
import { shortDate } from './pacificTime.ts';
import { useIssue } from './queries.ts';
import { isWebLink, visibleText } from './visibleText.ts';

/** One below the row that opens. */
type Heading = 'h4' | 'h5';

const sureness: Record<FindingWire['confidence'], string> = {
  certain: 'Certain',
  firm: 'Very likely',
  tentative: 'Possible, please check',
};

type FindingDetailsProps = {
  finding: FindingWire;
  targetId: string;
  /** Of a report: what that scan proved is shown, and nothing can be decided. */
  scanId?: string;
  heading: Heading;
  onDecide?: (decide: Decide, from: HTMLElement | null) => void;
};

/** What an issue means, how to fix it and where it was seen. Everything from the website is shown as plain text. */
export function FindingDetails({ finding, targetId, scanId, heading: Heading, onDecide }: FindingDetailsProps) {
  const whole = useIssue(targetId, finding.findingId, scanId);
  const { data } = whole;
  return (
    <div className={classes.details}>
      {onDecide && data && <IssueStanding targetId={targetId} issue={data.issue} seen={data.seen} onDecide={onDecide} />}
      {!onDecide && finding.decision && (
        <div className={classes.places}>
          <DecisionNote issue={finding} />
        </div>
      )}
      <div className={classes.words}>
        <Heading className={classes.heading}>What it means</Heading>
        <p className={classes.prose}>{visibleText(finding.explanation)}</p>
        <Heading className={classes.heading}>How to fix it</Heading>
        <FixText fix={finding.fix} />
        <Heading className={classes.heading}>How it was confirmed</Heading>
        <p className={classes.prose}>{howConfirmed({ ...finding, payloads: finding.places.map((place) => place.payload) })}</p>
        <References references={finding.references} heading={Heading} />
      </div>
      <div className={classes.facts}>
        <KeyValueList
          items={[
            { key: 'confidence', label: 'Confidence', value: sureness[finding.confidence] },
            { key: 'score', label: 'CVSS score', value: finding.score.toFixed(1) },
            { key: 'vector', label: 'CVSS vector', value: <span className={classes.code}>{finding.vector}</span> },
            { key: 'cwe', label: 'Weakness', value: finding.cwe },
            { key: 'owasp', label: 'OWASP Top 10, 2021', value: finding.owasp },
            { key: 'owasp2025', label: 'OWASP Top 10, 2025', value: finding.owasp2025 },
            {
              key: 'pci',
              label: 'PCI DSS',
              value: finding.pci && `${finding.pci}, ${finding.pciFails ? 'fails' : 'does not fail'} a pre-check`,
            },
            { key: 'first', label: 'First seen', value: shortDate(finding.firstSeen) },
            { key: 'last', label: 'Last seen', value: shortDate(finding.lastSeen) },
          ].filter((item) => item.value !== '')}
        />
      </div>
      <FindingPlaces finding={finding} heading={Heading} />
      {data?.screenshot && <ProofPicture base64={data.screenshot} title={finding.title} heading={Heading} />}
      {data && data.history.length > 0 && (
        <div className={classes.places}>
          <Heading className={classes.heading}>What happened so far</Heading>
          <IssueHistory history={data.history} />
        </div>
      )}
      {whole.isError && (
        <p className={classes.meta} role="alert">
          {messageOf(whole.error)}
        </p>
      )}
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

/** Steps as they were written; lines of code stand apart. */
function FixText({ fix }: { fix: string }) {
  return fixParts(fix).map(({ code, text }, index) =>
    code ? (
      // oxlint-disable-next-line react/no-array-index-key, jsx-a11y/no-noninteractive-tabindex -- parts never change order; what scrolls is reached by the keyboard
      <pre key={index} className={classes.evidence} tabIndex={0}>
        {visibleText(text)}
      </pre>
    ) : (
      // oxlint-disable-next-line react/no-array-index-key -- parts never change order
      <p key={index} className={classes.prose}>
        {visibleText(text)}
      </p>
    ),
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
