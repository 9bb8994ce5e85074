import { Anchor } from '@mantine/core';
import { fixParts } from '../../fixParts.ts';
import classes from './Findings.module.css';
import { isWebLink, visibleText } from './visibleText.ts';

/** One below the row or the page that it is on. */
export type FindingHeading = 'h2' | 'h4' | 'h5';

/** A fix for the stack that was seen, with what is for others behind a fold. */
export function StackFix({
  fix,
  stacks,
  others,
}: {
  fix: string;
  stacks: readonly string[];
  others: string;
}) {
  return (
    <>
      {stacks.length > 0 && (
        <p className="text-small leading-5 text-dimmed mb-1">
          For {stacks.join(' and ')}, which this website appears to use.
        </p>
      )}
      <FixText fix={fix} />
      {others !== '' && (
        <details className={classes.exchange}>
          <summary>For other servers and languages</summary>
          <FixText fix={others} />
        </details>
      )}
    </>
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

export function References({
  references,
  heading: Heading,
}: {
  references: readonly string[];
  heading: FindingHeading;
}) {
  const links = references.filter(isWebLink);
  if (links.length === 0) return null;
  return (
    <>
      <Heading className={classes.heading}>Read more</Heading>
      <ul className={`${classes.links} text-small wrap-anywhere`}>
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
