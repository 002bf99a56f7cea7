import { reportPage } from './report-page.ts';

void reportPage();
