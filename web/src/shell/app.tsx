// The frame of every page.
export function App() {
  return (
    <main class="page">
      <h1>Fathom</h1>
      <p><a href="/docs">API reference</a></p>
    </main>
  );
}
