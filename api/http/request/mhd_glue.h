/* One request and its response, as callbacks of the HTTP library: only these
 * decide when a request begins and ends. */
#ifndef API_MHD_GLUE_H
#define API_MHD_GLUE_H

#include <microhttpd.h>
#include <stdbool.h>
#include <stddef.h>

/* The library's callbacks; closure is the server, and the loop of
 * mhd_glue_connection. */
void *mhd_glue_begin(void *closure, const char *uri,
                     struct MHD_Connection *mhd);
enum MHD_Result mhd_glue_go_on(void *closure, struct MHD_Connection *connection,
                               const char *url, const char *method,
                               const char *version, const char *upload,
                               size_t *upload_size, void **context);
void mhd_glue_end(void *closure, struct MHD_Connection *mhd, void **context,
                  enum MHD_RequestTerminationCode why);
void mhd_glue_connection(void *closure, struct MHD_Connection *mhd,
                         void **context,
                         enum MHD_ConnectionNotificationCode what);

/* The library is about to log that the application reported an error, but a
 * stream leaves it (stream_sender.h): on the thread that logs. */
bool mhd_glue_is_handing_over(void);

#endif
