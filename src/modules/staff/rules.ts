/** However active, a support session ends after this long. */
export const supportSessionSeconds = 3600;

export const reasonLength = { min: 5, max: 500 } as const;

/** What is wrong with the reason for a support session, or null. */
export function reasonProblem(reason: string): string | null {
  const { length } = reason.trim();
  if (length < reasonLength.min)
    return 'Please say in a few words why, with the ticket number if there is one.';
  return length > reasonLength.max ? `Please use at most ${reasonLength.max} characters.` : null;
}

export const pageSize = 25;

export const organizationSorts = ['name', 'sign-up', 'plan'] as const;
export type OrganizationSort = (typeof organizationSorts)[number];

/** Whether a member of staff may see organisations of a brand: those of every brand, or of the one they work for. */
export const isInScope = (memberBrandId: string | null, brandId: string): boolean =>
  memberBrandId === null || memberBrandId === brandId;

/** `59:05`: minutes and seconds of what is left. */
export const clockText = (seconds: number): string => {
  const left = Math.max(0, Math.ceil(seconds));
  return `${String(Math.floor(left / 60)).padStart(2, '0')}:${String(left % 60).padStart(2, '0')}`;
};
