/** Below the tab of Settings that leads here. */
export const activityPath = '/settings/organization/activity';
