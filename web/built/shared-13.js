var r=(n,e)=>n?n.bank_seconds===null?e.perTurn(n.turn_seconds??0):e.bank(n.bank_seconds,n.increment_seconds??0):e.clocks.none;export{r as a};
