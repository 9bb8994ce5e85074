import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { shownDay, shownTime } from '#platform/dates.ts';
import { CopyButton } from '#ui/text/CopyButton.tsx';
import { KeyValueList } from '#ui/page/KeyValueList.tsx';
import { Link } from '#ui/text/Link.tsx';
import { Panel } from '#ui/page/Panel.tsx';
import type { Policy } from '../../entities.ts';
import { policiesPaths } from '../../paths.ts';
import classes from './Reading.module.css';

const frames = [
  { key: 'csf', label: 'NIST CSF 2.0' },
  { key: 'cis', label: 'CIS Controls' },
  { key: 'cpg', label: 'CISA CPG' },
] as const;

/** One line, where there is something to say. */
const line = (key: string, label: string, value: ReactNode) => (value ? [{ key, label, value }] : []);

function Approval({ policy }: { policy: Policy }) {
  const { version, recordedBy, reviewDate, note, textHash } = policy;
  return (
    <Panel size="small" title="Approval">
      <KeyValueList
        items={[
          { key: 'by', label: 'Approved by', value: <bdi>{policy.approver}</bdi> },
          ...line('email', 'Email', policy.approverEmail && <bdi>{policy.approverEmail}</bdi>),
          ...line(
            'recorded',
            'Recorded by',
            recordedBy && <bdi>{`${recordedBy} (${policy.recordedByEmail})`}</bdi>,
          ),
          { key: 'on', label: 'On', value: policy.approvalDate ? shownTime(policy.approvalDate) : '–' },
          ...line('review', 'Review due', policy.inForce && (reviewDate ? shownDay(reviewDate) : '–')),
          ...line('note', version > 1 ? 'What changed' : 'Note', note && <bdi>{note}</bdi>),
          ...line('material', 'Material change', version > 1 && (policy.material ? 'Yes' : 'No')),
        ]}
      />
      {textHash && (
        <div className="grid justify-items-start gap-1.5 mt-4">
          <p className="text-small text-dimmed">Fingerprint of the text (SHA-256)</p>
          <code className="text-small leading-5 font-mono wrap-anywhere">{textHash}</code>
          <CopyButton value={textHash} label="Copy fingerprint" withLabel />
        </div>
      )}
    </Panel>
  );
}

/** What proves an approved version, and what it covers. */
export function PolicyFacts({
  policy,
  onNewTemplate,
}: {
  policy: Policy;
  onNewTemplate: ((from: HTMLElement) => void) | null;
}) {
  const { template } = policy;
  const maps = frames.filter(({ key }) => (template?.maps[key].length ?? 0) > 0);
  return (
    <aside className={`${classes.facts} grid items-start gap-4`} aria-label="About this version">
      {onNewTemplate && (
        <Panel size="small" title="Newer template">
          <p className="text-dimmed">We have improved this text since your version.</p>
          <Button variant="default" className="mt-3" onClick={(event) => onNewTemplate(event.currentTarget)}>
            Compare
          </Button>
        </Panel>
      )}
      <Approval policy={policy} />
      {maps.length > 0 && (
        <Panel size="small" title="What it covers">
          <dl className={`${classes.maps} grid gap-3`}>
            {maps.map(({ key, label }) => (
              <div key={key}>
                <dt>{label}</dt>
                <dd>
                  {template!.maps[key].map((one) => (
                    <span
                      key={one}
                      className={`${classes.tag} text-small leading-5 tabular-nums border rounded-sm`}
                    >
                      {one}
                    </span>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </Panel>
      )}
      {template && template.related.length > 0 && (
        <Panel size="small" title="Related policies">
          <ul className="grid">
            {template.related.map((one) => (
              <li key={one.id}>
                <Link
                  href={policiesPaths.policy(one.id)}
                  className={`${classes.link} text-accent hover-underline`}
                >
                  {one.name}
                </Link>
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </aside>
  );
}
