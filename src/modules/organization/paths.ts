export const onboardingPath = '/onboarding';
