import { expect, test } from 'vitest';
import { openCognitoIdentity } from './identity.ts';

test('the AWS adapter names AWS itself where no other address is given', () => {
  const options = {
    userPoolId: 'us-west-2_AbCdEf123',
    clientId: 'abc',
    region: 'us-west-2',
    now: () => new Date(),
  };
  const identity = openCognitoIdentity(options);
  expect(identity.browserUserPool()).toEqual({
    ClientId: 'abc',
    UserPoolId: 'us-west-2_AbCdEf123',
    region: 'us-west-2',
    endpoint: null,
  });
  expect(identity.browserOrigins()).toEqual(['https://cognito-idp.us-west-2.amazonaws.com']);
});
