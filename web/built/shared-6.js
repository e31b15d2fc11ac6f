var t=e=>e;export{t as a};
