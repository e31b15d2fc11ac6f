/* What the service serves of its contract: openapi.yaml and the page /docs
 * that shows it, with all parts of that page.  All of it is within the
 * program, as it was when the program was built; nothing is loaded from
 * anywhere else. */
#ifndef API_DOCS_H
#define API_DOCS_H

#include "api/http/request.h"

/* Set the headers that every page for people has: it may load nothing and
 * send nothing anywhere, and nobody may frame it. */
void page_restrict(struct request *request);

#endif
