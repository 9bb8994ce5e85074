import type { TestBrowser } from '#app/testing/portal.ts';

export const brandOf = async (who: TestBrowser, brandId: string) =>
  (await who.get(`/staff/brands/${brandId}`)).body.data;
export const channelOf = async (who: TestBrowser, channelId: string) =>
  (await who.get(`/staff/channels/${channelId}`)).body.data;
export const saveBrand = async (who: TestBrowser, brandId: string, part: object, more: object = {}) => {
  const { version, fields } = await brandOf(who, brandId);
  return who.post('/staff/brands/save', { brandId, version, fields: { ...fields, ...part }, ...more });
};
export const saveChannel = async (who: TestBrowser, channelId: string, part: object) => {
  const { version, fields } = await channelOf(who, channelId);
  return who.post('/staff/channels/save', { channelId, version, fields: { ...fields, ...part } });
};
