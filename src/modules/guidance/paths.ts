export const introPath = '/intro';
