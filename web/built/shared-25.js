var r={otys:!0,seastead:!0,"underwater-cities":!0};export{r as a};
