import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useParams } from 'react-router';
import { BrandLogo } from '#platform/web/BrandLogo.tsx';
import { DrawingLost } from '#ui/drawings/DrawingLost.tsx';
import { DrawingMail } from '#ui/drawings/DrawingMail.tsx';
import { DrawingTrouble } from '#ui/drawings/DrawingTrouble.tsx';
import { HeaderBar } from '#ui/frame/HeaderBar.tsx';
import { Link } from '#ui/text/Link.tsx';
import { LoadingText } from '#ui/page/LoadingText.tsx';
import { MessagePage } from '#ui/page/MessagePage.tsx';
import { notifyPaths } from '../paths.ts';
import { eventWords } from '../rules.ts';
import classes from './Mails.module.css';
import { messageOf } from './messages.ts';
import { isDeadLink, useChooseByLink, useMailLink, type LinkChoices } from './queries.ts';

type PageProps = { drawing: ReactNode; title: string; action?: ReactNode; children: ReactNode };

const Page = ({ children, ...rest }: PageProps) => (
  <MessagePage header={<HeaderBar logo={<BrandLogo href="/" />} />} {...rest}>
    {children}
  </MessagePage>
);

const chooseLink = (
  <Button component={Link} href={notifyPaths.choices} variant="default">
    Choose in Settings
  </Button>
);

function Choices({ data }: { data: LinkChoices }) {
  return (
    <ul className={`${classes.list} bullets mt-3`}>
      {data.choices.map(({ event }) => (
        <li key={event}>
          <strong>{eventWords[event].label}.</strong> {eventWords[event].about}
        </li>
      ))}
    </ul>
  );
}

/** The page that the end of a mail leads to: it asks, and can be taken back. Opening it changes nothing. */
export function UnsubscribeScreen() {
  const { token = '' } = useParams();
  const link = useMailLink(token);
  const choose = useChooseByLink(token);
  const [wasOff, setWasOff] = useState(false);
  const { data } = link;
  if (link.isPending) return <LoadingText>Opening the link...</LoadingText>;
  if (!data)
    return isDeadLink(link.error) ? (
      <Page drawing={<DrawingLost />} title="This link does not work" action={chooseLink}>
        Some email programs cut long links in two: copy the whole link. If you no longer administer the
        organization, no such emails reach you.
      </Page>
    ) : (
      <Page
        drawing={<DrawingTrouble />}
        title="This page could not be loaded"
        action={
          <Button loading={link.isFetching} onClick={() => void link.refetch()}>
            Try again
          </Button>
        }
      >
        {messageOf(link.error)} Nothing was changed.
      </Page>
    );
  const change = (wanted: boolean) => choose.mutate({ token, wanted }, { onSuccess: () => setWasOff(true) });
  if (data.choices.some(({ wanted }) => wanted))
    return (
      <Page
        drawing={<DrawingMail />}
        title={wasOff ? 'These emails come again' : 'Switch these emails off?'}
        action={
          <div className="flex flex-wrap justify-center gap-3">
            <Button
              loading={choose.isPending}
              variant={wasOff ? 'default' : 'filled'}
              onClick={() => change(false)}
            >
              Switch them off
            </Button>
            {chooseLink}
          </div>
        }
      >
        <p>
          They go to <bdi>{data.email}</bdi> about <bdi>{data.companyName}</bdi>:
        </p>
        <Choices data={data} />
      </Page>
    );
  return (
    <Page
      drawing={<DrawingMail />}
      title="These emails are switched off"
      action={
        <div className="flex flex-wrap justify-center gap-3">
          <Button variant="default" loading={choose.isPending} onClick={() => change(true)}>
            Undo
          </Button>
          {chooseLink}
        </div>
      }
    >
      <p>
        You will no longer get these at <bdi>{data.email}</bdi> about <bdi>{data.companyName}</bdi>:
      </p>
      <Choices data={data} />
    </Page>
  );
}
