// The beginning of the page.
import { render } from 'preact';
import { App } from './shell/app.tsx';
import './shell/texts.ts';

const page = document.getElementById('page');
if (page) {
  render(<App />, page);
}
