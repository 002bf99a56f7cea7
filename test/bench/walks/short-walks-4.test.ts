import { describeShortWalks } from './short-walks.ts';

describeShortWalks(4);
