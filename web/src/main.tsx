// The beginning of the page.
import { render } from 'preact';
import { App } from './shell/app.tsx';

const page = document.getElementById('page');
if (page) {
  render(<App />, page);
}
