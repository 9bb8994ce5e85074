import type { AttributeType } from '@aws-sdk/client-cognito-identity-provider';
import type { IdentityUser } from '../port.ts';

export const toIdentityUser = (attributes: AttributeType[] = [], username = ''): IdentityUser => {
  const values = new Map(attributes.map(({ Name, Value }) => [Name, Value]));
  return {
    cognitoId: values.get('sub') ?? username,
    email: (values.get('email') ?? '').toLowerCase(),
    emailVerified: values.get('email_verified') === 'true',
    signUpCode: values.get('custom:subscriptionId') || null,
  };
};
