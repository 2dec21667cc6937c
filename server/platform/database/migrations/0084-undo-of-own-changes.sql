-- functions ac616409be90db33
-- An undo that waited for the network names the status that the undone change gave, and takes back no change of another user.
alter type mark_terms add attribute takes_back text;
