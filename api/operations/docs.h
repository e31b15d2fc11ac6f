/* Serves openapi.yaml and the page /docs that shows it, with all parts of that
 * page.  All of it is in the program since it was built; nothing is loaded from
 * anywhere else. */
#ifndef API_DOCS_H
#define API_DOCS_H

#include "api/http/request/request.h"

/* Set the headers of every page for people: the page may load nothing and send
 * nothing anywhere, and no other page may frame it. */
void page_restrict(struct request *request);

#endif
