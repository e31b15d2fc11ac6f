// Shows the contract of this service.  Requests that are tried out go to the
// service that the page came from, not to the server that the contract names.
'use strict';
const contract = `/openapi.yaml${window.location.search}`;
window.ui = window.SwaggerUIBundle({
  url: contract,
  dom_id: '#contract',
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  filter: true,
  validatorUrl: null,
  responseInterceptor: (response) => {
    if (response.url === `${window.location.origin}${contract}`) {
      response.text = response.text.replace(
          'http://127.0.0.1:8080', window.location.origin);
    }
    return response;
  },
});
