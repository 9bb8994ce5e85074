const home = '/staff';
const below = (place: string, id: string): string => `${home}/${place}/${encodeURIComponent(id)}`;

export const staffPaths = {
  home,
  organization: (orgId: string): string => below('organizations', orgId),
  brands: `${home}/brands`,
  brand: (brandId: string): string => below('brands', brandId),
  newBrand: `${home}/new-brand`,
  channels: `${home}/channels`,
  channel: (channelId: string): string => below('channels', channelId),
  newChannel: `${home}/new-channel`,
  subscriptionIds: `${home}/subscription-ids`,
  jobs: `${home}/jobs`,
  log: `${home}/log`,
  /** Where a member of staff sets up the second factor that every call of staff needs. */
  secondFactor: `${home}/second-factor`,
} as const;
