import { Anchor } from '@mantine/core';
import { planPath } from '#modules/plans/paths.ts';
import { supportAddress } from '#platform/web/boot.ts';
import { Link } from '#ui/text/Link.tsx';
import type { WebsiteLimit } from './AddWebsiteButton.tsx';
import { beyondPlan } from '../messages.ts';

/** Says of a website beyond the plan's number what that means, and how it is scanned again. */
export function BeyondPlanNotice({ limit }: { limit: WebsiteLimit }) {
  const link = { inherit: true, c: 'inherit', underline: 'always' } as const;
  return (
    <section
      className={`border-warning px-4 py-2.5 text-warning rounded bg-warning`}
      aria-label={beyondPlan.label}
    >
      {beyondPlan.text(limit.maximumAllowed)} {beyondPlan.wayOut}{' '}
      {limit.isHighestPlan ? (
        <Anchor {...link} href={`mailto:${supportAddress()}`}>
          {beyondPlan.contact}
        </Anchor>
      ) : (
        <Anchor {...link} component={Link} href={planPath}>
          {beyondPlan.upgrade}
        </Anchor>
      )}
      .
    </section>
  );
}
