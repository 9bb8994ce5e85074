import type { OrgScope } from '#platform/server/ctx.ts';
import { extensionPoint } from '#platform/server/extensionPoint.ts';

/** The weakness that is the same problem as an issue; null where the experts reported none. The concierge knows. */
export const weaknessOfIssue = extensionPoint(
  async (
    _scope: OrgScope,
    _issue: { rule: string; url: string },
  ): Promise<{ weaknessId: string; title: string } | null> => null,
);
