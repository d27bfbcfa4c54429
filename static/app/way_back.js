/** The page that shows a guest's code once. */
import { offerCopy } from 'app/copying.js';
import { load } from 'app/i18n.js';

await load('app/way_back.js');
offerCopy();
