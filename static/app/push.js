/**
 * How does this browser show notices while no page is open? By a service worker and a subscription at the push service of the browser's maker, both
 * made only when the person says so here. Another person at this device has to say so again.
 */
import { get, post } from 'app/api.js';
import { t } from 'app/i18n.js';
import { worker } from 'app/installed.js';
import { keptAt } from 'app/kept.js';
import { siteUrl } from 'app/site_url.js';

/** The endpoint that the site knows of this person and browser. */
const known = keptAt('push');

export const canPush = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

/** Has this person turned it on in this browser? */
export const isOn = () => canPush() && Notification.permission === 'granted' && Boolean(known.read());

/** Turns it on; call it in answer to a press. @returns {Promise<string>} what has become of it, in words */
export async function turnOn() {
  const allowed = await Notification.requestPermission();
  if (allowed !== 'granted') {
    await refuse();
    return t('This browser does not allow it.');
  }
  const { key } = await get(siteUrl('/account/notices/push/'), { wants: ['key'] });
  const registration = await worker();
  await navigator.serviceWorker.ready;
  const old = await registration.pushManager.getSubscription();
  // Of an earlier key of the site, or of somebody else.
  if (old) await old.unsubscribe();
  await tell(await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }));
  return t('This browser shows notices from now on.');
}

/** The person does not want it, and is not asked again. */
export async function refuse() {
  await post(siteUrl('/account/notices/push/'), {}, { wants: 'nothing' });
  return t('You are not asked again.');
}

/** Tells the site of a subscription that the browser has exchanged since. */
export async function renew() {
  if (!isOn()) return;
  const registration = await navigator.serviceWorker.getRegistration(siteUrl('/'));
  const now = await registration?.pushManager.getSubscription();
  if (now && now.endpoint !== known.read()) await tell(now);
}

/** @param {PushSubscription} subscription */
async function tell(subscription) {
  await post(siteUrl('/account/notices/push/'), subscription.toJSON(), { wants: 'nothing' });
  known.write(subscription.endpoint);
}
