export const activityPath = '/settings/organization/activity';
